import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileSection } from '#features/account/profile-section.tsx';
import { TracesText } from '#features/user-admin/fields/traces-text.tsx';
import lists from '#features/user-admin/list/people-list.module.css';
import { deletePerson, refreshPeople, tracesQuery } from '#features/user-admin/people.data.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import classes from '#shared/ui/forms/account-form.module.css';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

export interface DeleteSectionProps {
  person: AdminUser;
  /** Called before the screen of the person is left. */
  onDeleted: () => void;
}

/** Deletes the account; before that it says what stays. For admins only. */
export function DeleteSection({ person, onDeleted }: DeleteSectionProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <ProfileSection title={t('userEdit.delete')}>
      <p className={classes.hint}>{t('userEdit.deleteHint')}</p>
      <div>
        <Button variant="default" c="var(--wrong)" onClick={() => setOpen(true)}>
          {t('userEdit.deleteYes')}
        </Button>
      </div>
      {isOpen && <DeleteDialog person={person} onDeleted={onDeleted} onClose={() => setOpen(false)} />}
    </ProfileSection>
  );
}

function DeleteDialog({ person, onDeleted, onClose }: DeleteSectionProps & { onClose: () => void }) {
  const { t } = useTranslation();
  useFocusBack();
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  const traces = useQuery(tracesQuery([person.id]));
  const remove = useMutation({
    mutationFn: () => deletePerson(person.id),
    onSuccess: async () => {
      showDone(t('people.bulk.delete.done', { count: 1 }));
      onDeleted();
      await navigate('/admin/users');
      await refreshPeople(queryClient);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('userEdit.deleteTitle', { name: person.fullName || person.username })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={lists.dialog}>
        {traces.data && <TracesText action="delete" traces={traces.data} />}
        {traces.isPending && <Skeleton height={64} />}
        {traces.error && <ErrorState error={traces.error} onRetry={() => void traces.refetch()} />}
        <div className={lists.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            color="red"
            disabled={traces.data?.canDelete !== true}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t('userEdit.deleteYes')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
