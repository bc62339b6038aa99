import type {
  ContestMessage,
  MessageAttachments,
  MessageFile,
  MessageFilter,
  MessageList,
  MessageReaders,
  StockAnswer,
} from '@balloon/contracts/messages.ts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { allMessages } from '#features/messages/message-lists.ts';
import { isConnectionTrouble, newIdempotencyKey } from '#features/send/send.data.ts';
import { del, get, post } from '#shared/api.ts';

const PAGE_SIZE = 50;
const MAX_TRIES = 8;

const messagesKey = (contestId: number) => ['contest', contestId, 'messages'] as const;
export const messageListsKey = (contestId: number) => [...messagesKey(contestId), 'list'] as const;
const messagesPath = (contestId: number) => `/api/contest/${contestId}/messages`;

/** The newest messages and the counters; every screen of the contest has them. */
export function inboxQuery(contestId: number) {
  return queryOptions({
    queryKey: [...messagesKey(contestId), 'inbox'],
    queryFn: ({ signal }) => get<MessageList>(messagesPath(contestId), { signal }),
    staleTime: 30_000,
    meta: { ownError: true, quiet: true },
  });
}

/** Messages of one kind, newest first, as far back as somebody asks. */
export function messageListQuery(contestId: number, filter: MessageFilter) {
  return infiniteQueryOptions({
    queryKey: [...messageListsKey(contestId), filter],
    queryFn: ({ signal, pageParam }) =>
      get<MessageList>(messagesPath(contestId), {
        signal,
        query: { filter, count: PAGE_SIZE, before: pageParam },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? (allMessages(page).at(-1)?.message.id ?? null) : null),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/** Who of the participants has read a message; for supervisors. */
export function readersQuery(contestId: number, messageId: number) {
  return queryOptions({
    queryKey: [...messageListsKey(contestId), 'readers', messageId],
    queryFn: ({ signal }) =>
      get<MessageReaders>(`${messagesPath(contestId)}/${messageId}/readers`, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

export interface MessageToSend {
  text: string;
  symbolIndex?: string | null;
  attachments?: MessageAttachments;
  asAdmin?: boolean;
  isUrgent?: boolean;
  questionId?: number;
  isPrivate?: boolean;
  quotesQuestion?: boolean;
  stock?: StockAnswer | null;
}

/** Sends a message; a lost connection is tried again by itself, and the message still comes once. */
export function useSendMessage(contestId: number) {
  const send = useChange(contestId, (message: MessageToSend & { idempotencyKey: string }) =>
    post<ContestMessage>(messagesPath(contestId), message),
  );
  return {
    isSending: send.isPending,
    send: (message: MessageToSend) =>
      send.mutateAsync({ asAdmin: false, ...message, idempotencyKey: newIdempotencyKey() }),
  };
}

/** Supervisors: nobody waits for an answer any more, or again. */
export function useSettleQuestion(contestId: number) {
  return useChange(contestId, ({ id, isAnswered }: { id: number; isAnswered: boolean }) =>
    post<ContestMessage>(`${messagesPath(contestId)}/${id}/answered`, { isAnswered }),
  );
}

/** Supervisors: takes a message back. */
export function useWithdrawMessage(contestId: number) {
  return useChange(contestId, (id: number) => del<unknown>(`${messagesPath(contestId)}/${id}`));
}

function useChange<Input, Result>(contestId: number, mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    retry: (failures, error) => failures < MAX_TRIES && isConnectionTrouble(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
    // The browser may believe to be offline in a closed network; the tries tell.
    networkMode: 'always',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: messagesKey(contestId) }),
  });
}

export function markMessagesRead(contestId: number, messageIds: readonly number[]): Promise<unknown> {
  return post(`${messagesPath(contestId)}/read`, { messageIds });
}

/** Keeps a file for a message that is being written. */
export function uploadMessageFile(contestId: number, file: File): Promise<MessageFile> {
  const form = new FormData();
  form.set('file', file);
  return post(`${messagesPath(contestId)}/files`, form);
}
