import { expect, test } from 'vitest';
import { isBehind, NOTHING_TOLD, stepWith, withStep } from '#features/ceremony/told-steps.ts';

test('a window keeps its frame while the ceremony goes on with results that it does not have', () => {
  const before = withStep(NOTHING_TOLD, { step: 7, digest: 'old' });
  const taken = withStep(before, { step: 9, digest: 'new' });
  expect([stepWith(taken, 'old'), isBehind(taken, 'old')]).toEqual([7, true]);
  expect([stepWith(taken, 'new'), isBehind(taken, 'new')]).toEqual([9, false]);
});

test('a window that loaded newer results than the presenter has shows none of them opened', () => {
  const told = withStep(NOTHING_TOLD, { step: 7, digest: 'old' });
  expect([stepWith(told, 'new'), isBehind(told, 'new')]).toEqual([0, true]);
  expect([stepWith(NOTHING_TOLD, 'new'), isBehind(NOTHING_TOLD, 'new')]).toEqual([0, false]);
});
