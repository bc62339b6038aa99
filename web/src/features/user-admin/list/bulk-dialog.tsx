import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Button, Modal, Skeleton, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TracesText } from '#features/user-admin/fields/traces-text.tsx';
import classes from '#features/user-admin/list/people-list.module.css';
import type { Credentials } from '#features/user-admin/passwords/credentials.ts';
import {
  addToGroup,
  banPeople,
  deletePeople,
  MAX_CHOSEN,
  refreshPeople,
  renewPasswords,
  tracesQuery,
} from '#features/user-admin/people.data.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { GroupsField } from '#shared/ui/forms/group-select.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

export type BulkAction = 'group' | 'passwords' | 'ban' | 'delete';

/** Longest reason of a ban, in characters. */
export const MAX_REASON = 500;

export interface BulkDialogProps {
  action: BulkAction;
  people: readonly AdminUser[];
  onClose: () => void;
  /** @param issued new passwords, which nobody shows again */
  onDone: (issued?: Credentials[]) => void;
}

/** Says in numbers what an action does to the chosen people, and does it for all of them or for nobody. */
export function BulkDialog({ action, people, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const [groupIds, setGroupIds] = useState<number[]>([]);
  const [reason, setReason] = useState('');
  const able = ableFor(action, people, useMe().id).slice(0, MAX_CHOSEN);
  const ids = able.map(({ id }) => id);
  const traces = useQuery({ ...tracesQuery(ids), enabled: action !== 'group' && ids.length > 0 });
  const act = useBulkAction(action, able, { groupIds, reason }, onDone);
  const isReady = ids.length > 0 && (action === 'group' ? groupIds.length > 0 : traces.data !== undefined);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`people.bulk.${action}.title`, { count: ids.length })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SavingForm
        className={classes.dialog ?? ''}
        isSaving={act.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) act.mutate();
        }}
      >
        {ids.length < people.length && <p>{t('people.skipped', { count: people.length - ids.length })}</p>}
        {action === 'group' && (
          <GroupsField
            data-autofocus
            label={t('people.toGroups')}
            value={groupIds}
            onChange={setGroupIds}
            comboboxProps={{ withinPortal: true }}
          />
        )}
        {action === 'ban' && (
          <Textarea
            data-autofocus
            label={t('userEdit.banReason')}
            description={t('userEdit.banReasonHint')}
            maxLength={MAX_REASON}
            autosize
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {action !== 'group' && ids.length > 0 && (
          <>
            {traces.data && <TracesText action={action} traces={traces.data} />}
            {traces.isPending && <Skeleton height={44} />}
            {traces.error && <ErrorState error={traces.error} onRetry={() => void traces.refetch()} />}
          </>
        )}
        <div className={classes.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            {...(action === 'delete' || action === 'ban' ? { color: 'red' } : {})}
            disabled={!isReady}
            loading={act.isPending}
          >
            {t(`people.bulk.${action}.yes`, { count: ids.length })}
          </Button>
        </div>
      </SavingForm>
    </Modal>
  );
}

/** The chosen people for whom the reader may do this. */
export function ableFor(
  action: BulkAction,
  people: readonly AdminUser[],
  ownId: number,
): readonly AdminUser[] {
  if (action === 'group') return people;
  return people.filter(({ id, canControl }) => canControl && id !== ownId);
}

function useBulkAction(
  action: BulkAction,
  people: readonly AdminUser[],
  { groupIds, reason }: { groupIds: readonly number[]; reason: string },
  onDone: BulkDialogProps['onDone'],
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const ids = people.map(({ id }) => id);
  const work = {
    group: async () => {
      for (const groupId of groupIds) await addToGroup(groupId, ids);
    },
    ban: () => banPeople(ids, reason),
    delete: () => deletePeople(ids),
    passwords: async () => withGroups(await renewPasswords(ids), people),
  };
  return useMutation({
    mutationFn: async () => (await work[action]()) as Credentials[] | undefined,
    onSuccess: (issued) => {
      showDone(t(`people.bulk.${action}.done`, { count: ids.length }));
      onDone(action === 'passwords' ? issued : undefined);
    },
    onSettled: () => refreshPeople(queryClient),
  });
}

function withGroups(
  made: readonly Omit<Credentials, 'groups'>[],
  people: readonly AdminUser[],
): Credentials[] {
  const groups = new Map(people.map((person) => [person.id, person.groups]));
  return made.map((one) => ({ ...one, groups: groups.get(one.userId) ?? [] }));
}
