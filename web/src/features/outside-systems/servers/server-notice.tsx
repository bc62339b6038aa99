import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconFileAlert, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { resumeServer, useOutsideChange } from '#features/outside-systems/data/outside.data.ts';
import classes from '#features/outside-systems/outside.module.css';
import { NoRelay } from '#features/outside-systems/servers/relay-list.tsx';
import type { ServerState } from '#features/outside-systems/servers/server-state.ts';
import { Notice } from '#shared/ui/states/notice.tsx';

const ICONS = { drifted: IconFileAlert, paused: IconPlayerPause, away: IconCloudOff } as const;

/** What stops sends to a server, and the way on; nothing when all is well. */
export function ServerNotice({ server, state }: { server: OutsideServerView; state: ServerState }) {
  const { t } = useTranslation();
  const resuming = useOutsideChange(() => resumeServer(server.id), {
    done: t('outside.resumed', { name: server.name }),
  });
  if (state === 'noRelay') return <NoRelay />;
  if (state !== 'drifted' && state !== 'paused' && state !== 'away') return null;
  const Icon = ICONS[state];
  return (
    <Notice tone="warning" icon={<Icon size={20} aria-hidden />} title={t(`outside.notice.${state}`)}>
      {state === 'drifted' && server.pauseReason !== null && (
        <p className={classes.foreign}>{server.pauseReason}</p>
      )}
      <p className={classes.plain}>{t(`outside.noticeText.${state}`)}</p>
      <Button
        variant="default"
        loading={resuming.isPending}
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        onClick={() => resuming.mutate()}
      >
        {t(`outside.goOn.${state}`)}
      </Button>
    </Notice>
  );
}
