import { SUPPORT_USER_ID } from '@balloon/contracts/talk/chat-limits.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { peerQuery } from '#features/chat/chat.data.ts';
import { Conversation } from '#features/chat/conversation.tsx';
import classes from '#features/chat/dialog-pane.module.css';
import { Portrait } from '#features/chat/portrait.tsx';
import { usePeerTyping } from '#features/chat/use-typing.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useSoundSwitch } from '#shared/ui/behaviour/pop-cork.ts';
import { SocketIndicator } from '#shared/ui/states/socket-indicator.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** A dialog: the peer, the messages and the input. */
export function DialogPane({ peerId }: { peerId: number }) {
  const peer = useQuery(peerQuery(peerId));
  // The peer is another supervisor: both are the support.
  if (peer.data && peer.data.id !== peerId) return <Navigate to="/chat/admin" replace />;
  return (
    <section className={classes.pane}>
      <PaneHeader peerId={peerId} />
      {peer.error && !peer.data ? (
        <ErrorState error={peer.error} onRetry={() => void peer.refetch()} />
      ) : (
        <Conversation peerId={peerId} />
      )}
    </section>
  );
}

function PaneHeader({ peerId }: { peerId: number }) {
  const { t } = useTranslation();
  const { isSupervisor } = useMe();
  const { data: peer } = useQuery(peerQuery(peerId));
  const isTyping = usePeerTyping(peerId);
  const isSupport = peerId === SUPPORT_USER_ID;
  const name = isSupport ? t('chat.title') : peer?.fullName || peer?.username;
  const Heading = isSupervisor ? 'h2' : 'h1';
  return (
    <header className={classes.header}>
      {isSupervisor && (
        <ActionIcon component={Link} to="/chat/admin" className={classes.back} aria-label={t('chat.back')}>
          <IconArrowLeft size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {(isSupport || peer) && <Portrait user={isSupport ? null : (peer ?? null)} />}
      <div className={classes.who}>
        <Heading className={classes.name}>{name}</Heading>
        <p className={classes.note} aria-live="polite">
          {isTyping ? (
            <span className={classes.typing}>
              <IconPencil size={16} stroke={1.8} aria-hidden />
              {t('chat.typing')}
            </span>
          ) : (
            (isSupport && t('chat.supportNote')) || peer?.username
          )}
        </p>
      </div>
      <SocketIndicator />
      <SoundSwitch />
    </header>
  );
}

function SoundSwitch() {
  const { t } = useTranslation();
  const { isMuted, setMuted } = useSoundSwitch();
  const Icon = isMuted ? IconVolumeOff : IconVolume;
  return (
    <Tooltip label={t(isMuted ? 'chat.soundOff' : 'chat.soundOn')}>
      <ActionIcon aria-label={t('chat.sound')} aria-pressed={!isMuted} onClick={() => setMuted(!isMuted)}>
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
