import type { Session } from '@balloon/contracts/people/account.ts';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceOf } from '#features/account/device-name.ts';
import profile from '#features/account/profile.module.css';
import { ProfileSection } from '#features/account/profile-section.tsx';
import { endSessionOf, sessionsOfQuery } from '#features/user-admin/people.data.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import classes from '#shared/ui/forms/account-form.module.css';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Devices on which somebody is signed in; each of them, or all, can be signed out. */
export function SessionsOfPerson({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(sessionsOfQuery(userId));
  function content() {
    if (data !== undefined) return <Sessions userId={userId} sessions={data} />;
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Skeleton height={44} aria-busy="true" />;
  }
  return <ProfileSection title={t('profile.sessions')}>{content()}</ProfileSection>;
}

function Sessions({ userId, sessions }: { userId: number; sessions: readonly Session[] }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (sessionId: number | null) => endSessionOf(userId, sessionId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsOfQuery(userId).queryKey }),
  });
  async function endAll() {
    const isSure = await confirm({
      title: t('userEdit.endAllTitle'),
      text: t('people.traces.sessions', { count: sessions.length }),
      yes: t('userEdit.endAll'),
      isDestructive: true,
    });
    if (isSure) end.mutate(null);
  }
  if (sessions.length === 0) return <p className={classes.hint}>{t('userEdit.noSessions')}</p>;
  return (
    <>
      <ul className={profile.sessions}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button variant="default" loading={end.isPending} onClick={() => void endAll()}>
            {t('userEdit.endAll')}
          </Button>
        </div>
      )}
    </>
  );
}

function SessionLine({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const device = deviceOf(session.userAgent).name ?? t('profile.unknownDevice');
  return (
    <li className={profile.session}>
      <div className={profile.sessionText} title={session.userAgent ?? undefined}>
        {device}
        <p className={profile.hint}>
          {formats.dateTime(session.seenAtMs)}
          {session.ip !== null && ` · ${session.ip}`}
        </p>
      </div>
      <Button
        variant="subtle"
        color="red"
        c="var(--wrong)"
        aria-label={t('profile.endSessionOf', { device })}
        onClick={onEnd}
      >
        {t('profile.endSession')}
      </Button>
    </li>
  );
}
