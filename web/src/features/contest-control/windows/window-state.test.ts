import { expect, test } from 'vitest';
import {
  endWithExtra,
  isPeriodOver,
  lengthFrom,
  windowState,
} from '#features/contest-control/windows/window-state.ts';

const period = { startTimeMs: 1000, durationTimeMs: 1000, windowTimeMs: 300 };

test('a window runs until its end, and from then on it has ended', () => {
  expect(windowState({ endTimeMs: null }, 1500)).toBe('waiting');
  expect(windowState({ endTimeMs: 1500 }, 1499)).toBe('running');
  expect(windowState({ endTimeMs: 1500 }, 1500)).toBe('ended');
});

test('extra time comes after the end of the window, also after that of the period', () => {
  expect(endWithExtra(period, { startedAtMs: 1100 }, 50)).toBe(1450);
  expect(endWithExtra(period, { startedAtMs: 1900 }, 50)).toBe(2050);
  expect(endWithExtra(period, { startedAtMs: null }, 50)).toBeNull();
});

test('who starts late in the period has less time, and nobody starts after it', () => {
  expect([lengthFrom(period, 1700, 0), lengthFrom(period, 1900, 50)]).toEqual([300, 150]);
  expect([isPeriodOver(period, 1999), isPeriodOver(period, 2000)]).toEqual([false, true]);
});
