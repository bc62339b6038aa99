import type { ContestMessage, MessageList } from '@balloon/contracts/talk/messages.ts';
import { describe, expect, test } from 'vitest';
import { allMessages, toThreads, withNew, withRead } from '#features/messages/data/message-lists.ts';

type Fields = Partial<ContestMessage['message']> & { id: number };

/** A message with only the fields that the rules read. */
const given = (fields: Fields) =>
  ({
    author: { id: 1 },
    message: { kind: 'announcement', isRead: false, questionId: null, question: null, ...fields },
  }) as ContestMessage;
const question = (id: number) => given({ id, kind: 'question' });
const answer = (id: number, questionId: number | null, text = 'why?') =>
  given({
    id,
    kind: 'answer',
    questionId,
    question: questionId === null ? null : { id: questionId, text, author: null },
  });
const list = (read: ContestMessage[], unread: ContestMessage[], open: number | null = null): MessageList => ({
  read,
  unread,
  hasMore: false,
  unreadNumber: unread.length,
  openQuestionsNumber: open,
});
const idsOf = (messages: readonly ContestMessage[]) => messages.map(({ message }) => message.id);

describe('threads', () => {
  test('put answers under their question and the liveliest on top', () => {
    const threads = toThreads([given({ id: 3 }), answer(5, 1), question(2), question(1), answer(4, 1)]);
    expect(threads.map(({ opening, answers }) => [opening?.message.id, idsOf(answers)])).toEqual([
      [1, [4, 5]],
      [3, []],
      [2, []],
    ]);
  });

  test('keep an answer whose question is not known', () => {
    const [quoting, bare] = toThreads([answer(9, 1), answer(8, null)]);
    expect([quoting?.opening, quoting?.quoted?.text]).toEqual([null, 'why?']);
    expect([bare?.opening, bare?.quoted, idsOf(bare?.answers ?? [])]).toEqual([null, null, [8]]);
  });
});

describe('a message that comes live', () => {
  test('is unread and counted, once however often it comes', () => {
    const before = list([given({ id: 1 })], []);
    const after = withNew(withNew(before, given({ id: 2 })), given({ id: 2 }));
    expect([idsOf(after.unread), after.unreadNumber]).toEqual([[2], 1]);
  });

  test('is an open question for those only who are told their number', () => {
    expect(withNew(list([], [], 4), question(1)).openQuestionsNumber).toBe(5);
    expect(withNew(list([], [], 4), given({ id: 1 })).openQuestionsNumber).toBe(4);
    expect(withNew(list([], []), question(1)).openQuestionsNumber).toBeNull();
  });
});

test('what was read moves, and only that', () => {
  const after = withRead(
    list([given({ id: 1, isRead: true })], [given({ id: 3 }), given({ id: 2 })]),
    new Set([2]),
    7,
  );
  expect([idsOf(after.read), idsOf(after.unread), after.unreadNumber]).toEqual([[2, 1], [3], 1]);
  expect(after.read[0]?.message).toMatchObject({ isRead: true, readAtMs: 7 });
  expect(idsOf(allMessages(after))).toEqual([3, 2, 1]);
});
