import { Button, Skeleton } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { allMessages, messagesOf, type Thread, toThreads } from '#features/messages/data/message-lists.ts';
import { inboxQuery } from '#features/messages/data/messages.data.ts';
import { useMarkShown } from '#features/messages/data/use-mark-shown.ts';
import { useSupervising } from '#features/messages/data/use-supervising.ts';
import { showInbox } from '#features/messages/inbox/inbox-state.ts';
import classes from '#features/messages/messages.module.css';
import { ThreadCard } from '#features/messages/thread/thread-card.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/**
 * Panel at the right side with the unread messages, then the read ones. Opening it marks messages as read.
 */
export function InboxPanel({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const isSupervisor = useSupervising(contestId);
  const { data, error, refetch } = useQuery({ ...inboxQuery(contestId), refetchOnMount: 'always' });
  const messages = data ? allMessages(data) : [];
  const fresh = useMarkShown(contestId, messages);
  const isNew = (thread: Thread) =>
    messagesOf(thread).some(({ message }) => !message.isRead || fresh.has(message.id));
  const threads = toThreads(messages);
  const page = `/contest/${contestId}/messages`;

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PanelSkeleton />;
  if (threads.length === 0) {
    return (
      <EmptyState
        icon={<IconMessageCircle size={44} stroke={1.4} aria-hidden />}
        title={t('messages.emptyTitle')}
        text={t(isSupervisor ? 'messages.emptyTextSupervisor' : 'messages.emptyText')}
        action={
          <Button component={Link} to={page} onClick={() => showInbox(false)}>
            {t(isSupervisor ? 'messages.announce' : 'messages.ask')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.panel}>
      <Section name={t('messages.sectionUnread')} threads={threads.filter(isNew)} />
      <Section name={t('messages.sectionRead')} threads={threads.filter((thread) => !isNew(thread))} />
      <Button component={Link} to={page} variant="default" fullWidth onClick={() => showInbox(false)}>
        {t(isSupervisor ? 'messages.toPageSupervisor' : 'messages.toPage')}
      </Button>
    </div>
  );
}

function Section({ name, threads }: { name: string; threads: readonly Thread[] }) {
  if (threads.length === 0) return null;
  return (
    <section className={classes.section} aria-label={name}>
      <h3 className={classes.sectionName}>{name}</h3>
      {threads.map((thread) => (
        <ThreadCard key={thread.key} thread={thread} />
      ))}
    </section>
  );
}

function PanelSkeleton() {
  return (
    <div className={classes.panel} aria-hidden>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={116} radius="md" />
      ))}
    </div>
  );
}
