import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSlotLending } from '#service/slot-lending.ts';
import { startTestJudge } from '#testing/test-workshop.ts';
import { createIdleGate } from '#workshop/idle-gate.ts';

test('a slot is lent to one at a time, and taken back when its borrower has left', async () => {
  await using judge = await startTestJudge(1);
  const [slot] = judge.open.slots;
  if (!slot) throw new Error('No slot');
  const lending = createSlotLending(createIdleGate(1));
  expect(lending.borrow()).toBe(null);

  const offered = lending.offer(slot);
  const borrowed = lending.borrow();
  expect(borrowed?.slot.folder).toBe(join(judge.open.workDir, 'slots', '0'));
  expect(lending.borrow()).toBe(null);
  borrowed?.[Symbol.dispose]();
  const again = lending.borrow();
  expect(again?.wanted.aborted).toBe(false);

  const events: string[] = [];
  const back = Promise.resolve(offered[Symbol.asyncDispose]()).then(() => events.push('taken back'));
  expect(again?.wanted.aborted).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  events.push('left');
  again?.[Symbol.dispose]();
  await back;

  expect(events).toEqual(['left', 'taken back']);
  expect(lending.borrow()).toBe(null);
});
