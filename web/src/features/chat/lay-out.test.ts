import type { ChatEnvelope } from '@balloon/contracts/talk/chat.ts';
import { expect, test } from 'vitest';
import { layOut } from '#features/chat/lay-out.ts';

const NOON_MS = new Date(2026, 2, 5, 12).getTime();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function envelope(id: number, authorId: number, atMs: number, writerId?: number): ChatEnvelope {
  const author = { id: authorId };
  const writtenBy = writerId === undefined ? {} : { writtenBy: { id: writerId } };
  return { author, recipient: {}, message: { id, postAtMs: atMs }, ...writtenBy } as ChatEnvelope;
}

/** `day` for a day, the id for a message, with a star where something begins. */
const shapeOf = (newestFirst: ChatEnvelope[]) =>
  layOut(newestFirst).map((item) =>
    item.kind === 'day' ? 'day' : `${item.envelope.message.id}${item.beginsGroup ? '*' : ''}`,
  );

test('messages go from old to new, each day under its date', () => {
  const messages = [
    envelope(3, 1, NOON_MS),
    envelope(2, 1, NOON_MS - DAY_MS),
    envelope(1, 1, NOON_MS - DAY_MS),
  ];
  expect(shapeOf(messages)).toEqual(['day', '1*', '2', 'day', '3*']);
  expect(shapeOf([])).toEqual([]);
});

test('a pause, another side or another supervisor begins a group', () => {
  const at = (minutes: number) => NOON_MS + minutes * MINUTE_MS;
  const messages = [
    envelope(6, 2, at(13), 8),
    envelope(5, 2, at(12), 7),
    envelope(4, 2, at(12), 7),
    envelope(3, 1, at(10)),
    envelope(2, 1, at(1)),
    envelope(1, 1, at(0)),
  ];
  expect(shapeOf(messages)).toEqual(['day', '1*', '2', '3*', '4*', '5', '6*']);
});
