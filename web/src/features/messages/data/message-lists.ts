import type { AnsweredQuestion, ContestMessage, MessageList } from '@balloon/contracts/talk/messages.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';

/** Messages shown together: an announcement, or a question with its answers. */
export interface Thread {
  key: string;
  /** First message; null when it is not visible to the person or not on this page. */
  opening: ContestMessage | null;
  /** The question as quoted by its answers. */
  quoted: AnsweredQuestion | null;
  /** Answers, oldest first. */
  answers: readonly ContestMessage[];
}

/** A text in a language of the interface, or in the one it has. */
export function textIn(translations: ContestMessage['message']['translations'], locale: Locale): string {
  return translations[locale] ?? translations['ru-ru'] ?? translations['en-us'] ?? '';
}

/** Joins read and unread messages, newest first. */
export function allMessages({ read, unread }: Pick<MessageList, 'read' | 'unread'>): ContestMessage[] {
  return [...read, ...unread].sort((one, other) => other.message.id - one.message.id);
}

/** Groups messages into threads, the one with the newest message first. */
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

/** Lists every message of a thread. */
export const messagesOf = ({ opening, answers }: Thread): ContestMessage[] =>
  opening ? [opening, ...answers] : [...answers];

/** Adds a message that has just been received. */
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

/** Marks some messages of the list as read. */
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
