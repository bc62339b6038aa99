import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inboxQuery } from '#features/messages/data/messages.data.ts';
import classes from '#features/messages/inbox/inbox.module.css';
import { showInbox, useInboxOpen } from '#features/messages/inbox/inbox-state.ts';
import { useLiveInbox } from '#features/messages/inbox/use-live-inbox.tsx';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { Tip } from '#shared/ui/floating/tip.tsx';

/** Loaded on the first opening. */
const InboxDrawer = lazy(() => untilLoaded(() => import('#features/messages/inbox/inbox-drawer.tsx')));

/** Button of the header with the number of unread messages, and the panel that it opens. */
export function Inbox({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const isOpen = useInboxOpen();
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  useLiveInbox(contestId);
  const { data } = useQuery(inboxQuery(contestId));
  const unread = data?.unreadNumber ?? 0;
  const label = unread > 0 ? t('messages.unread', { count: unread }) : t('messages.inbox');
  return (
    <>
      <Tip label={label}>
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
      </Tip>
      {wasOpened && (
        <Suspense>
          <InboxDrawer contestId={contestId} isOpen={isOpen} />
        </Suspense>
      )}
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
