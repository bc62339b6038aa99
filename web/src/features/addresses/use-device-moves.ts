import type { DeviceMove, DeviceSession } from '@balloon/contracts/hall/devices.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type DeviceRow, formerPlace } from '#features/addresses/device-rows.ts';
import { post } from '#shared/api/calls/api.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';
import { showUndoable } from '#shared/ui/toasts/undo-toast.tsx';

/** Transfers participations of a contest between devices, and releases them; offers the way back where there is one. */
export function useDeviceMoves(contestId: number) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ userId, ...move }: DeviceMove & { userId: number }) =>
      post(`/api/admin/contests/${contestId}/devices/${userId}`, move),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices', contestId] }),
  });
  async function change(row: DeviceRow, sessionId: number | null, done: string) {
    const userId = row.person.id;
    const back = formerPlace(row);
    try {
      await mutateAsync({ userId, sessionId });
    } catch {
      return; // the failure is shown by the cache of mutations
    }
    if (back === undefined) showDone(done);
    else {
      const undo = () => mutateAsync({ userId, sessionId: back });
      showUndoable(done, { undo, undone: t('devices.movedBack', { name: row.name }) });
    }
  }
  return {
    isPending,
    /** Transfers to the device of a session. */
    moveTo: ({ id }: DeviceSession, row: DeviceRow) =>
      change(row, id, t('devices.moved', { name: row.name })),
    /** Lets the next device take part. */
    release: (row: DeviceRow) => change(row, null, t('devices.released', { name: row.name })),
  };
}
