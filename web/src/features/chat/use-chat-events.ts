import type { ChatMessageChanged } from '@balloon/contracts/talk/chat.ts';
import { useDebouncedCallback } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  CHAT_KEY,
  chatIdOf,
  dialogsQuery,
  messagesQuery,
  showMessage,
  unreadQuery,
} from '#features/chat/chat.data.ts';
import { markDialogRead, markRead, removeMessage } from '#features/chat/live-chat.ts';
import { connectSocket, useChatRoom, useSocketEvent } from '#shared/api/live/socket.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { popCork, prepareSound } from '#shared/ui/behaviour/pop-cork.ts';

/** Reading a dialog causes an event per message, so the count is fetched once after a pause. */
const COUNT_AFTER_MS = 100;

/** Keeps all loaded data of the chat current on every screen, and plays a sound for new messages. */
export function useChatEvents(): void {
  const queryClient = useQueryClient();
  const ownId = chatIdOf(useMe());
  useEffect(() => void connectSocket(queryClient), [queryClient]);
  useEffect(prepareSound, []);
  // Data fetched before the room was joined may lack messages sent in between.
  useChatRoom(() => void queryClient.invalidateQueries({ queryKey: CHAT_KEY }));
  const countSoon = useDebouncedCallback(
    () => void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    COUNT_AFTER_MS,
  );

  useSocketEvent('new chat message', (envelope) => {
    showMessage(queryClient, envelope, ownId);
    popCork(`chat ${envelope.message.id}`);
    countSoon();
  });
  useSocketEvent('sent chat message', (envelope) => showMessage(queryClient, envelope, ownId));
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

/** Marks a message and earlier ones as read, without waiting for the server. */
export function showRead(queryClient: QueryClient, read: ChatMessageChanged, ownId: number): void {
  const { queryKey } = messagesQuery(read.userId === ownId ? read.recipientUserId : read.userId);
  changeLoaded(queryClient, queryKey, (dialog) => dialog && markRead(dialog, read));
  changeLoaded(queryClient, dialogsQuery.queryKey, (dialogs) => dialogs && markDialogRead(dialogs, read));
}

/** Removes a message that its author has deleted. */
export function showDeleted(queryClient: QueryClient, deleted: ChatMessageChanged, ownId: number): void {
  const { queryKey } = messagesQuery(deleted.userId === ownId ? deleted.recipientUserId : deleted.userId);
  changeLoaded(queryClient, queryKey, (dialog) => dialog && removeMessage(dialog, deleted.id));
  // Only the server knows which message is the last one now.
  void queryClient.invalidateQueries({ queryKey: dialogsQuery.queryKey });
}
