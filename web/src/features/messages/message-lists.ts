import type { AnsweredQuestion, ContestMessage, MessageList } from '@balloon/contracts/messages.ts';

/** What belongs together on the screen: an announcement, or a question with its answers. */
export interface Thread {
  key: string;
  /** What began it; null when only answers to it may be known, or are on this page. */
  opening: ContestMessage | null;
  /** The question as its answers quote it. */
  quoted: AnsweredQuestion | null;
  /** Oldest first. */
  answers: readonly ContestMessage[];
}

/** Read and unread together, newest first. */
export function allMessages({ read, unread }: Pick<MessageList, 'read' | 'unread'>): ContestMessage[] {
  return [...read, ...unread].sort((one, other) => other.message.id - one.message.id);
}

/** Messages as threads, the one with the newest message first. */
export function toThreads(messages: readonly ContestMessage[]): Thread[] {
  const newestFirst = messages.toSorted((one, other) => other.message.id - one.message.id);
  const groups = Map.groupBy(newestFirst, ({ message }) => message.questionId ?? message.id);
  return [...groups].map(([id, group]) => {
    const opening = group.find(({ message }) => message.id === id && message.kind !== 'answer') ?? null;
    const answers = group.filter(({ message }) => message.kind === 'answer').toReversed();
    const quoted = answers.find(({ message }) => message.question !== null)?.message.question ?? null;
    return { key: String(id), opening, quoted, answers };
  });
}

/** Every message of a thread. */
export const messagesOf = ({ opening, answers }: Thread): ContestMessage[] =>
  opening ? [opening, ...answers] : [...answers];

/** The list with a message that has just come. */
export function withNew(list: MessageList, message: ContestMessage): MessageList {
  if (allMessages(list).some((known) => known.message.id === message.message.id)) return list;
  const isQuestion = message.message.kind === 'question' && list.openQuestionsNumber !== null;
  return {
    ...list,
    unread: [message, ...list.unread],
    unreadNumber: list.unreadNumber + 1,
    openQuestionsNumber: isQuestion ? (list.openQuestionsNumber ?? 0) + 1 : list.openQuestionsNumber,
  };
}

/** The list after some of it was read. */
export function withRead(list: MessageList, ids: ReadonlySet<number>, readAtMs: number): MessageList {
  const moved = list.unread.filter(({ message }) => ids.has(message.id));
  if (moved.length === 0) return list;
  const asRead = moved.map((one) => ({ ...one, message: { ...one.message, isRead: true, readAtMs } }));
  return {
    ...list,
    read: allMessages({ read: list.read, unread: asRead }),
    unread: list.unread.filter(({ message }) => !ids.has(message.id)),
    unreadNumber: Math.max(0, list.unreadNumber - moved.length),
  };
}
