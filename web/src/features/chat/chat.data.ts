import type { ChatDialog, ChatEnvelope, ChatMessages, ChatPeople } from '@balloon/contracts/talk/chat.ts';
import { SUPPORT_USER_ID } from '@balloon/contracts/talk/chat-limits.ts';
import type { OwnUser, PublicUser } from '@balloon/contracts/users.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { cutToNewest, peerOf, takeIntoDialogs, takeMessage } from '#features/chat/live-chat.ts';
import { del, get } from '#shared/api/calls/api.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

const PAGE_SIZE = 20;

/** Returns the id under which a person chats; all supervisors share one. */
export const chatIdOf = (me: OwnUser) => (me.isSupervisor ? SUPPORT_USER_ID : me.id);

export const CHAT_KEY = ['chat'] as const;

export const unreadQuery = queryOptions({
  queryKey: [...CHAT_KEY, 'unread'],
  queryFn: async ({ signal }) => {
    const { messagesNumber } = await get<{ messagesNumber: number }>('/api/chat/unreadMessagesNumber', {
      signal,
    });
    return messagesNumber;
  },
  // No toast for a number in the header: it is fetched again with the next event.
  meta: { ownError: true, quiet: true },
});

export const dialogsQuery = queryOptions({
  queryKey: [...CHAT_KEY, 'dialogs'],
  queryFn: ({ signal }) => get<ChatDialog[]>('/api/chat/chatDialogs', { signal }),
  meta: { ownError: true },
});

export const peerQuery = (peerId: number) =>
  queryOptions({
    queryKey: [...CHAT_KEY, 'peer', peerId],
    queryFn: ({ signal }) =>
      get<PublicUser>('/api/chat/resolvePeer', { signal, query: { peerUserId: peerId } }),
    staleTime: 60_000,
    meta: { ownError: true },
  });

/** People to begin a dialog with; for supervisors. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: [...CHAT_KEY, 'people', q],
    queryFn: ({ signal }) => get<ChatPeople>('/api/chat/users', { signal, query: { q } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { ownError: true },
  });

/** Messages of a dialog, from the newest to older ones, page by page. */
export const messagesQuery = (peerId: number) =>
  infiniteQueryOptions({
    queryKey: [...CHAT_KEY, 'messages', peerId],
    queryFn: ({ pageParam, signal }) =>
      get<ChatMessages>('/api/chat/chatMessages', {
        signal,
        query: { peerUserId: peerId, limit: PAGE_SIZE, beforeId: pageParam },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ hasOlder, messages }) => (hasOlder ? messages.at(-1)?.message.id : undefined),
    meta: { ownError: true },
  });

export function deleteMessage(id: number): Promise<unknown> {
  return del('/api/chat/chatMessages', { query: { chatMessageIds: id } });
}

/** Adds a message that was sent or received to all loaded lists. */
export function showMessage(queryClient: QueryClient, envelope: ChatEnvelope, ownId: number): void {
  const { queryKey } = messagesQuery(peerOf(envelope, ownId).id);
  changeLoaded(queryClient, queryKey, (dialog) => dialog && takeMessage(dialog, envelope));
  changeLoaded(
    queryClient,
    dialogsQuery.queryKey,
    (dialogs) => dialogs && takeIntoDialogs(dialogs, envelope, ownId),
  );
}

/** Drops all but the newest messages of a dialog; call while no older ones are shown. */
export function forgetOlder(queryClient: QueryClient, peerId: number): void {
  queryClient.setQueryData(messagesQuery(peerId).queryKey, (dialog) => dialog && cutToNewest(dialog));
}
