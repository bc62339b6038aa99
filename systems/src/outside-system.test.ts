import { expect, test } from 'vitest';
import { isLaterRun } from '#outside-system.ts';

test('run ids are compared as numbers, within a contest too', () => {
  expect(isLaterRun('10', '9')).toBe(true);
  expect(isLaterRun('9', '9')).toBe(false);
  expect(isLaterRun('12:10', '12:9')).toBe(true);
  expect(isLaterRun('12:9', '12:10')).toBe(false);
  expect(isLaterRun('12:0', null)).toBe(true);
});
