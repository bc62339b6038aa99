import { MAX_SLOTS } from '@balloon/contracts/settings/judging-settings.ts';
import { expect, test } from 'vitest';
import { extraSlots, type JudgingSlot, SLOTS_MAX } from '#run/judging-slot.ts';

const slot = (number: number) => ({ number }) as JudgingSlot;

test('a judge with all its slots has three more, for packages, canaries and trials of options', async () => {
  expect(MAX_SLOTS).toBe(SLOTS_MAX);
  const open = extraSlots(SLOTS_MAX, async (number) => slot(number));
  const opened = await Promise.all([open(), open(), open()]);
  expect(opened.map(({ number }) => number)).toEqual([28, 29, 30]);
  await expect(open()).rejects.toThrow('all slots are in use');
});

test('a slot that could not be opened is tried again', async () => {
  const tried: number[] = [];
  const open = extraSlots(1, async (number) => {
    tried.push(number);
    if (tried.length === 1) throw new Error('the disk is full');
    return slot(number);
  });
  await expect(open()).rejects.toThrow('the disk is full');
  await open();
  await open();
  expect(tried).toEqual([1, 1, 2]);
});
