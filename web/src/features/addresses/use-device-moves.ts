import type { DeviceMove, DeviceSession } from '@balloon/contracts/devices.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { post } from '#shared/api/api.ts';
import { showDone } from '#shared/ui/toasts.ts';

/** Transfers participations of a contest between devices, and releases them. */
export function useDeviceMoves(contestId: number) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ userId, ...move }: DeviceMove & { userId: number }) =>
      post(`/api/admin/contests/${contestId}/devices/${userId}`, move),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices', contestId] }),
  });
  const change = (userId: number, sessionId: number | null, done: string) =>
    mutateAsync({ userId, sessionId }).then(
      () => showDone(done),
      () => {}, // the failure is shown by the cache of mutations
    );
  return {
    isPending,
    /** Transfers to the device of a session. */
    moveTo: ({ id, userId }: DeviceSession, name: string) => change(userId, id, t('devices.moved', { name })),
    /** Lets the next device take part. */
    release: (userId: number, name: string) => change(userId, null, t('devices.released', { name })),
  };
}
