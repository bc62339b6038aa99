import type { Session } from '@balloon/contracts/people/account.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { endOtherSessions, endSession, sessionsQuery } from '#features/account/account.data.ts';
import { deviceOf } from '#features/account/device-name.ts';
import classes from '#features/account/profile.module.css';
import { ProfileSection } from '#features/account/profile-section.tsx';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Devices on which a person is signed in. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(sessionsQuery);
  function content() {
    if (data !== undefined) return <SessionList sessions={data} />;
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return (
      <div aria-busy="true">
        <Skeleton height={44} my={10} />
        <Skeleton height={44} my={10} />
      </div>
    );
  }
  return <ProfileSection title={t('profile.sessions')}>{content()}</ProfileSection>;
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation();
  const end = useEnding();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const sorted = [...sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  async function endOne(id: number, device: string) {
    const isSure = await confirm({
      title: t('profile.endSessionTitle'),
      text: t('profile.endSessionText', { device }),
      yes: t('profile.endSession'),
      isDestructive: true,
    });
    if (isSure) end.mutate(id);
  }
  async function endAll() {
    const isSure = await confirm({
      title: t('profile.endOthersTitle'),
      text: t('profile.endOthersText', { count: others.length }),
      yes: t('profile.endOthers'),
      isDestructive: true,
    });
    if (isSure) end.mutate('others');
  }
  return (
    <>
      <ul className={classes.sessions}>
        {sorted.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            onEnd={(device) => void endOne(session.id, device)}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div>
          <Button variant="default" loading={end.isPending} onClick={() => void endAll()}>
            {t('profile.endOthers')}
          </Button>
        </div>
      )}
    </>
  );
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: (device: string) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, isPhone } = deviceOf(session.userAgent);
  const Icon = isPhone ? IconDeviceMobile : IconDeviceLaptop;
  const device = name ?? t('profile.unknownDevice');
  return (
    <li className={classes.session}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.sessionText} title={session.userAgent ?? undefined}>
        {device}
        <p className={classes.hint}>
          {session.isCurrent ? (
            <span className={classes.current}>{t('profile.thisSession')}</span>
          ) : (
            <time dateTime={new Date(session.seenAtMs).toISOString()} title={formats.exact(session.seenAtMs)}>
              {formats.dateTime(session.seenAtMs)}
            </time>
          )}
          {session.ip !== null && ` · ${session.ip}`}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="subtle"
          color="red"
          c="var(--wrong)"
          px="sm"
          onClick={() => onEnd(device)}
          aria-label={t('profile.endSessionOf', { device })}
        >
          {t('profile.endSession')}
        </Button>
      )}
    </li>
  );
}

function useEnding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: number | 'others') => (which === 'others' ? endOtherSessions() : endSession(which)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
