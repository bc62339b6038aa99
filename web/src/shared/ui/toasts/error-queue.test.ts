import { expect, test } from 'vitest';
import { createErrorQueue } from '#shared/ui/toasts/error-queue.ts';

function startQueue() {
  const shown: string[] = [];
  return { shown, queue: createErrorQueue((text) => shown.push(text)) };
}

test('errors are shown one at a time, in order', () => {
  const { shown, queue } = startQueue();
  queue.add('first');
  queue.add('second');
  expect(shown).toEqual(['first']);
  queue.next();
  expect(shown).toEqual(['first', 'second']);
});

test('the same text neither repeats on the screen nor waits twice', () => {
  const { shown, queue } = startQueue();
  for (const text of ['away', 'away', 'full', 'away', 'full']) queue.add(text);
  queue.next();
  queue.next();
  expect(shown).toEqual(['away', 'full']);
});

test('a text that has left the screen may come again', () => {
  const { shown, queue } = startQueue();
  queue.add('away');
  queue.next();
  queue.add('away');
  expect(shown).toEqual(['away', 'away']);
});
