import type { ChatMessageChanged } from '@balloon/contracts/chat.ts';
import { useDebouncedCallback } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  CHAT_KEY,
  changeLoaded,
  chatIdOf,
  dialogsQuery,
  messagesQuery,
  showMessage,
  unreadQuery,
} from '#features/chat/chat.data.ts';
import { markDialogRead, markRead, removeMessage } from '#features/chat/live-chat.ts';
import { popCork, prepareSound } from '#shared/pop-cork.ts';
import { useMe } from '#shared/session.ts';
import { connectSocket, useChatRoom, useSocketEvent } from '#shared/socket.ts';

/** A read dialog is told message by message. */
const COUNT_AFTER_MS = 100;

/** Keeps all that is loaded of the chat current, on whatever screen the person is, and lets new messages sound. */
export function useChatEvents(): void {
  const queryClient = useQueryClient();
  const ownId = chatIdOf(useMe());
  useEffect(() => void connectSocket(queryClient), [queryClient]);
  useEffect(prepareSound, []);
  // What was read before may miss what came before somebody listened.
  useChatRoom(() => void queryClient.invalidateQueries({ queryKey: CHAT_KEY }));
  const countSoon = useDebouncedCallback(
    () => void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    COUNT_AFTER_MS,
  );

  useSocketEvent('new chat message', (envelope) => {
    showMessage(queryClient, envelope, ownId);
    if (envelope.author.id === ownId) return;
    popCork();
    countSoon();
  });
  useSocketEvent('read chat message', (read) => {
    showRead(queryClient, read, ownId);
    countSoon();
  });
  useSocketEvent('delete chat message', (deleted) => {
    showDeleted(queryClient, deleted, ownId);
    countSoon();
  });
  useSocketEvent('resync', () => void queryClient.invalidateQueries({ queryKey: CHAT_KEY }));
}

/** Also what was written before, and without waiting for the server's word. */
export function showRead(queryClient: QueryClient, read: ChatMessageChanged, ownId: number): void {
  const { queryKey } = messagesQuery(read.userId === ownId ? read.recipientUserId : read.userId);
  changeLoaded(queryClient, queryKey, () =>
    queryClient.setQueryData(queryKey, (dialog) => dialog && markRead(dialog, read)),
  );
  changeLoaded(queryClient, dialogsQuery.queryKey, () =>
    queryClient.setQueryData(dialogsQuery.queryKey, (dialogs) => dialogs && markDialogRead(dialogs, read)),
  );
}

/** Taken back by its author. */
export function showDeleted(queryClient: QueryClient, deleted: ChatMessageChanged, ownId: number): void {
  const { queryKey } = messagesQuery(deleted.userId === ownId ? deleted.recipientUserId : deleted.userId);
  changeLoaded(queryClient, queryKey, () =>
    queryClient.setQueryData(queryKey, (dialog) => dialog && removeMessage(dialog, deleted.id)),
  );
  // Which message is the last one now, only the server knows.
  void queryClient.invalidateQueries({ queryKey: dialogsQuery.queryKey });
}
