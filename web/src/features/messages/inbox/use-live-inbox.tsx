import type { MessageList } from '@balloon/contracts/talk/messages.ts';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { withNew } from '#features/messages/data/message-lists.ts';
import { inboxQuery, messageListsKey } from '#features/messages/data/messages.data.ts';
import classes from '#features/messages/inbox/inbox.module.css';
import { isInboxOpen, showInbox, useInboxOpen } from '#features/messages/inbox/inbox-state.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { popCork } from '#shared/ui/behaviour/pop-cork.ts';
import { closeButton } from '#shared/ui/toasts/toasts.ts';

const TOAST_MS = 20_000;
/**
 * Delays the refresh, since a whole hall receives an announcement at once; the event's content is shown
 * meanwhile.
 */
const REFRESH_INBOX_MS = 2_000;
const REFRESH_LISTS_MS = 200;

/** Keeps the contest's messages current on each of its screens, and notifies of new ones. */
export function useLiveInbox(contestId: number): void {
  const queryClient = useQueryClient();
  const isOpen = useInboxOpen();
  const area = useLocation().pathname.split('/')[3];
  const refreshInbox = useLater(REFRESH_INBOX_MS, () => {
    void queryClient.invalidateQueries({ queryKey: inboxQuery(contestId).queryKey });
  });
  const refreshLists = useLater(REFRESH_LISTS_MS, () => {
    void queryClient.invalidateQueries({ queryKey: messageListsKey(contestId) });
  });

  useSocketEvent('new contest message', (message) => {
    if (message.message.contestId !== contestId) return;
    const unread = addToInbox(queryClient, contestId, (list) => withNew(list, message));
    refreshInbox();
    refreshLists();
    popCork(`contest message ${message.message.id}`);
    // An urgent message has its strip, which a toast would cover.
    if (message.message.isUrgent) notifications.hide(TOAST_ID);
    else if (!isInboxOpen() && area !== 'messages') showMessageToast(unread);
  });
  useSocketEvent('contest messages changed', (change) => {
    if (change.contestId !== contestId) return;
    refreshInbox();
    refreshLists();
  });
  useSocketEvent('resync', () => {
    refreshInbox();
    refreshLists();
  });
  const isLookedAt = isOpen || area === 'messages';
  useEffect(() => {
    if (isLookedAt) notifications.hide(TOAST_ID);
  }, [isLookedAt]);
  useEffect(() => () => showInbox(false), []); // the next contest begins with its panel closed
}

/** Changes the inbox; returns the new number of unread messages. */
function addToInbox(
  queryClient: QueryClient,
  contestId: number,
  change: (list: MessageList) => MessageList,
): number {
  const { queryKey } = inboxQuery(contestId);
  changeLoaded(queryClient, queryKey, (known) => known && change(known));
  return queryClient.getQueryData(queryKey)?.unreadNumber ?? 1;
}

/** Shows a single toast for any number of messages: the newest count replaces the one before. */
function showMessageToast(unread: number): void {
  notifications.hide(TOAST_ID);
  notifications.show({
    id: TOAST_ID,
    role: 'status',
    className: 'toast',
    withBorder: false,
    autoClose: TOAST_MS,
    closeButtonProps: closeButton(),
    title: i18next.t('messages.toast', { count: unread }),
    message: (
      <button type="button" className={classes.open} onClick={() => showInbox(true)}>
        {i18next.t('messages.open')}
      </button>
    ),
  });
}

const TOAST_ID = 'contest messages';

/** Calls once some time after the first request; further requests until then share that call. */
function useLater(delayMs: number, call: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      call();
    }, delayMs);
  };
}
