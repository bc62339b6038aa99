import type { MessageCategory } from '@balloon/contracts/talk/message-limits.ts';
import type {
  ContestMessage,
  MessageAttachments,
  MessageFile,
  StockAnswer,
  StockAnswers,
} from '@balloon/contracts/talk/messages.ts';
import { type MutationKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Topic } from '#features/messages/data/message-topics.ts';
import { messagesKey, messagesPath } from '#features/messages/data/messages.data.ts';
import { del, post } from '#shared/api/calls/api.ts';
import { isConnectionTrouble, UnansweredKeys } from '#shared/api/calls/sure-sending.ts';
import { useOnTheirWay } from '#shared/api/loaded/on-their-way.ts';

const MAX_TRIES = 8;

/** A text by locale. */
export type Translations = ContestMessage['message']['translations'];

export interface MessageToSend {
  text: string;
  symbolIndex?: string | null;
  category?: MessageCategory;
  translations?: Translations;
  attachments?: MessageAttachments;
  asAdmin?: boolean;
  isUrgent?: boolean;
  questionId?: number;
  isPrivate?: boolean;
  quotesQuestion?: boolean;
  stock?: StockAnswer | null;
}

const unanswered = new UnansweredKeys();

/**
 * Sends a message; retries after a lost connection with the same key, so that the message arrives once, also when somebody presses
 * again after all tries.
 *
 * @param place form from which it is sent: who leaves it and returns finds it sending still
 */
export function useSendMessage(contestId: number, place: string) {
  const mutationKey = [...messagesKey(contestId), 'send', place];
  const send = useChange(
    contestId,
    (message: MessageToSend & { idempotencyKey: string }) =>
      post<ContestMessage>(messagesPath(contestId), message),
    // What is sent is done when the server has answered: what the lists read again may take as long on a slow line.
    { mutationKey, waitsForLists: false },
  );
  return {
    isSending: useOnTheirWay(mutationKey).length > 0,
    send: async (message: MessageToSend) => {
      const from = `${contestId} ${place}`;
      const idempotencyKey = unanswered.keyFor(from, message);
      const sent = await send.mutateAsync({ asAdmin: false, ...message, idempotencyKey });
      unanswered.taken(from, idempotencyKey);
      return sent;
    },
  };
}

/** Supervisors: marks a question as answered, or as open again. */
export function useSettleQuestion(contestId: number) {
  return useChange(contestId, ({ id, isAnswered }: { id: number; isAnswered: boolean }) =>
    post<ContestMessage>(`${messagesPath(contestId)}/${id}/answered`, { isAnswered }),
  );
}

/** Supervisors: changes what a question is about. */
export function useMoveQuestion(contestId: number) {
  return useChange(contestId, ({ id, ...topic }: Topic & { id: number }) =>
    post<ContestMessage>(`${messagesPath(contestId)}/${id}/topic`, topic),
  );
}

/** Supervisors: says that one answers a question at the moment, or no longer. */
export function takeQuestion(contestId: number, id: number, isTaken: boolean): Promise<unknown> {
  return post<ContestMessage>(`${messagesPath(contestId)}/${id}/taken`, { isTaken });
}

/** Supervisors: replaces the answers that the jury of the contest added to the usual ones. */
export function useSaveStockAnswers(contestId: number) {
  return useChange(contestId, (answers: StockAnswers) =>
    post<StockAnswers>(`/api/contest/${contestId}/stock-answers`, answers),
  );
}

/** Supervisors: withdraws a message. */
export function useWithdrawMessage(contestId: number) {
  return useChange(contestId, (id: number) => del<unknown>(`${messagesPath(contestId)}/${id}`));
}

interface ChangeOptions {
  mutationKey?: MutationKey;
  /** Whether the change is under way until the lists show it. */
  waitsForLists?: boolean;
}

function useChange<Input, Result>(
  contestId: number,
  mutationFn: (input: Input) => Promise<Result>,
  { mutationKey = messagesKey(contestId), waitsForLists = true }: ChangeOptions = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn,
    retry: (failures, error) => failures < MAX_TRIES && isConnectionTrouble(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
    // The browser may report "offline" in a closed network, so the requests are tried anyway.
    networkMode: 'always',
    onSuccess: async () => {
      const lists = queryClient.invalidateQueries({ queryKey: messagesKey(contestId) });
      if (waitsForLists) await lists;
    },
  });
}

/** Uploads a file for a message being written. */
export function uploadMessageFile(contestId: number, file: File): Promise<MessageFile> {
  const form = new FormData();
  form.set('file', file);
  return post(`${messagesPath(contestId)}/files`, form);
}
