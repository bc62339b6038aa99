import { expect, test } from 'vitest';
import { cleanLog } from '#pages/compiler-log.ts';

test('a log keeps its lines and loses what a terminal would obey', () => {
  expect(cleanLog('a.cpp:1:\terror\r\n  ^\u001b[0m\u0000\n')).toBe('a.cpp:1:\terror\n  ^[0m');
});

test('a log is never longer than its bound', () => {
  const log = cleanLog('x'.repeat(100_000));
  expect(log.length).toBe(65_536);
  expect(log.endsWith('\n…')).toBe(true);
});
