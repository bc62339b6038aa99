import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileSection } from '#features/account/profile-section.tsx';
import { MAX_REASON } from '#features/user-admin/list/bulk-dialog.tsx';
import { banPerson, refreshPeople, sessionsOfQuery, unbanPerson } from '#features/user-admin/people.data.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import classes from '#shared/ui/forms/account-form.module.css';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

/** Bans the person with a reason that they read when they sign in, or ends the ban. */
export function BanSection({ person }: { person: AdminUser }) {
  const { t } = useTranslation();
  return (
    <ProfileSection title={t('userEdit.ban')}>
      {person.isBan ? <Banned person={person} /> : <BanForm person={person} />}
    </ProfileSection>
  );
}

function Banned({ person: { id, banReason, bannedAtMs } }: { person: AdminUser }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const unban = useBanChange(() => unbanPerson(id), t('userEdit.unbanned'));
  return (
    <>
      <p className={classes.banned}>
        {t('userEdit.bannedSince', { time: bannedAtMs === null ? '' : formats.dateTime(bannedAtMs) })}
      </p>
      {banReason !== null && <p className={classes.hint}>{banReason}</p>}
      <div>
        <Button variant="default" loading={unban.isPending} onClick={() => unban.mutate()}>
          {t('userEdit.unban')}
        </Button>
      </div>
    </>
  );
}

function BanForm({ person: { id } }: { person: AdminUser }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const ban = useBanChange(() => banPerson(id, reason), t('userEdit.bannedDone'));
  async function ask() {
    const sessions = await queryClient.fetchQuery({ ...sessionsOfQuery(id), staleTime: 0 });
    const isSure = await confirm({
      title: t('userEdit.banTitle'),
      text: `${t('people.bulk.ban.text')} ${t('people.traces.sessions', { count: sessions.length })}`,
      yes: t('userEdit.banYes'),
      isDestructive: true,
    });
    if (isSure) ban.mutate();
  }
  return (
    <SavingForm
      className={classes.form}
      isSaving={ban.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        ask().catch(showError);
      }}
    >
      <Textarea
        className={classes.narrow ?? ''}
        label={t('userEdit.banReason')}
        description={t('userEdit.banReasonHint')}
        maxLength={MAX_REASON}
        autosize
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" c="var(--wrong)" loading={ban.isPending}>
          {t('userEdit.banYes')}
        </Button>
      </div>
    </SavingForm>
  );
}

function useBanChange(change: () => Promise<unknown>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => showDone(done),
    onSettled: () => refreshPeople(queryClient),
  });
}
