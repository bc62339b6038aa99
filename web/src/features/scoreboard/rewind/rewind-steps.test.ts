import { expect, test } from 'vitest';
import {
  changeBeside,
  densityOf,
  instantAfterKey,
  snapped,
} from '#features/scoreboard/rewind/rewind-steps.ts';

const MINUTE = 60_000;
const range = { fromMs: 0, toMs: 100 * MINUTE };

test.each([
  ['ArrowRight', false, 10.1666],
  ['ArrowLeft', false, 9.8333],
  ['ArrowRight', true, 11],
  ['ArrowLeft', true, 9],
  ['PageUp', false, 20],
  ['PageDown', false, 0],
  ['Home', false, 0],
  ['End', true, 100],
])('from minute 10 %s (shift: %s) leads to minute %s', (key, shiftKey, minute) => {
  expect((instantAfterKey({ key, shiftKey }, 10 * MINUTE, range) ?? -1) / MINUTE).toBeCloseTo(minute, 3);
});

test('other keys lead nowhere, and no key out of the range', () => {
  expect(instantAfterKey({ key: 'a', shiftKey: false }, 0, range)).toBeNull();
  expect(instantAfterKey({ key: 'PageUp', shiftKey: false }, 95 * MINUTE, range)).toBe(100 * MINUTE);
});

test('the last part of a step belongs to the end', () => {
  expect(snapped(95 * MINUTE, range)).toBe(95 * MINUTE);
  expect(snapped(100 * MINUTE - 9_999, range)).toBe(range.toMs);
  expect(snapped(100 * MINUTE - 10_000, range)).toBe(100 * MINUTE - 10_000);
});

const activity = {
  fromMs: 0,
  stepMs: MINUTE,
  steps: [
    { step: 10, count: 1 },
    { step: 12, count: 4 },
    { step: 99, count: 2 },
    { step: 150, count: 9 },
  ],
};

test('finds the changes beside an instant', () => {
  expect(changeBeside(activity, 10 * MINUTE, 1)).toBe(12 * MINUTE);
  expect(changeBeside(activity, 12 * MINUTE + 1, -1)).toBe(12 * MINUTE);
  expect(changeBeside(activity, 10 * MINUTE, -1)).toBeNull();
  expect(changeBeside(activity, 150 * MINUTE, 1)).toBeNull();
});

test('density is relative to the busiest part, and what lies outside does not count', () => {
  expect(densityOf(activity, range, 4)).toEqual([1, 0, 0, 0.4]);
  expect(densityOf({ ...activity, steps: [] }, range, 2)).toEqual([0, 0]);
});
