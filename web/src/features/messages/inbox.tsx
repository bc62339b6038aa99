import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/messages/inbox.module.css';
import { showInbox, useInboxOpen } from '#features/messages/inbox-state.ts';
import { inboxQuery } from '#features/messages/messages.data.ts';
import { useLiveInbox } from '#features/messages/use-live-inbox.tsx';

/** Loaded on opening, with Markdown and formulas. */
const InboxPanel = lazy(() => import('#features/messages/inbox-panel.tsx'));

/** Button of the header with the number of unread messages, and the panel that it opens. */
export function Inbox({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const isOpen = useInboxOpen();
  useLiveInbox(contestId);
  const { data } = useQuery(inboxQuery(contestId));
  const unread = data?.unreadNumber ?? 0;
  const label = unread > 0 ? t('messages.unread', { count: unread }) : t('messages.inbox');
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          className={classes.button}
          data-unread={unread > 0}
          aria-label={label}
          aria-expanded={isOpen}
          onClick={() => showInbox(!isOpen)}
        >
          <IconBell size={20} stroke={1.7} aria-hidden />
          {unread > 0 && (
            <span className={classes.badge} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => showInbox(false)}
        position="right"
        size="min(100%, 440px)"
        zIndex={300}
        title={t('messages.title')}
        classNames={{ content: classes.panel, header: classes.panelHead, title: classes.panelTitle }}
        closeButtonProps={{ 'aria-label': t('common.close'), size: 44, iconSize: 22 }}
      >
        <Suspense fallback={null}>
          <InboxPanel contestId={contestId} />
        </Suspense>
      </Drawer>
    </>
  );
}

/** Number of open questions beside the word of the tab; for supervisors. */
export function OpenQuestionsMark({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(inboxQuery(contestId));
  const open = data?.openQuestionsNumber ?? 0;
  if (open === 0) return null;
  return (
    <span className={classes.mark}>
      <span aria-hidden>{open}</span>
      <span className="visually-hidden">{t('messages.openQuestions', { count: open })}</span>
    </span>
  );
}
