import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProfileSection } from '#features/account/profile-section.tsx';
import { ShownPassword } from '#features/user-admin/fields/shown-password.tsx';
import { renewPassword, sessionsOfQuery } from '#features/user-admin/people.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import classes from '#shared/ui/forms/account-form.module.css';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** Gives the person a new password, which is shown here once. */
export function PasswordSection({ person }: { person: AdminUser }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: () => renewPassword(person.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsOfQuery(person.id).queryKey }),
  });
  async function ask() {
    const sessions = await queryClient.fetchQuery({ ...sessionsOfQuery(person.id), staleTime: 0 });
    const isSure = await confirm({
      title: t('userEdit.renewTitle'),
      text: `${t('userEdit.renewText')} ${t('people.traces.sessions', { count: sessions.length })}`,
      yes: t('userEdit.renew'),
    });
    if (isSure) renew.mutate();
  }
  return (
    <ProfileSection title={t('auth.password')}>
      {renew.data ? (
        <ShownPassword username={renew.data.username} password={renew.data.password} />
      ) : (
        <>
          <p className={classes.hint}>
            {t(person.hasPassword ? 'userEdit.renewHint' : 'userEdit.noPassword')}
          </p>
          <div>
            <Button variant="default" loading={renew.isPending} onClick={() => void ask().catch(showError)}>
              {t('userEdit.renew')}
            </Button>
          </div>
        </>
      )}
    </ProfileSection>
  );
}
