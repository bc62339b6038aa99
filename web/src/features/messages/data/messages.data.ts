import type { MessageFilter } from '@balloon/contracts/talk/message-limits.ts';
import type { MessageList, MessageReaders, StockAnswers } from '@balloon/contracts/talk/messages.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { allMessages } from '#features/messages/data/message-lists.ts';
import { get, post } from '#shared/api/calls/api.ts';

const PAGE_SIZE = 50;

export const messagesKey = (contestId: number) => ['contest', contestId, 'messages'] as const;
export const messageListsKey = (contestId: number) => [...messagesKey(contestId), 'list'] as const;
export const messagesPath = (contestId: number) => `/api/contest/${contestId}/messages`;

/** The newest messages and the counters, used by every screen of the contest. */
export function inboxQuery(contestId: number) {
  return queryOptions({
    queryKey: [...messagesKey(contestId), 'inbox'],
    queryFn: ({ signal }) => get<MessageList>(messagesPath(contestId), { signal }),
    staleTime: 30_000,
    meta: { ownError: true, quiet: true },
  });
}

/** Messages that a list shows. */
export interface MessageChoice {
  filter: MessageFilter;
  /** Categories and letters, separated by commas; empty for all. */
  about: string;
  /** Only what this participant asked, for supervisors. */
  authorId: number | null;
}

/** The chosen messages, newest first, loaded page by page. */
export function messageListQuery(contestId: number, choice: MessageChoice) {
  return infiniteQueryOptions({
    queryKey: [...messageListsKey(contestId), choice],
    queryFn: ({ signal, pageParam }) =>
      get<MessageList>(messagesPath(contestId), {
        signal,
        query: { ...choice, count: PAGE_SIZE, before: pageParam },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? (allMessages(page).at(-1)?.message.id ?? null) : null),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/** Participants who have read a message; for supervisors. */
export function readersQuery(contestId: number, messageId: number) {
  return queryOptions({
    queryKey: [...messageListsKey(contestId), 'readers', messageId],
    queryFn: ({ signal }) =>
      get<MessageReaders>(`${messagesPath(contestId)}/${messageId}/readers`, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/** Answers that the jury of the contest added to the usual ones; for supervisors. */
export function stockAnswersQuery(contestId: number) {
  return queryOptions({
    queryKey: [...messagesKey(contestId), 'stock'],
    queryFn: ({ signal }) => get<StockAnswers>(`/api/contest/${contestId}/stock-answers`, { signal }),
    staleTime: 60_000,
  });
}

export function markMessagesRead(contestId: number, messageIds: readonly number[]): Promise<unknown> {
  return post(`${messagesPath(contestId)}/read`, { messageIds });
}
