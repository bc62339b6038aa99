import { expect, test } from 'vitest';
import { shortcutPath } from '#shell/use-shortcuts.ts';

test('inside a contest the keys lead to its screens', () => {
  expect(shortcutPath('p', '7')).toBe('/contest/7/problems');
  expect(shortcutPath('t', '7')).toBe('/contest/7/table');
  expect(shortcutPath('s', '7')).toBe('/contest/7/solutions/my');
  expect(shortcutPath('m', '7')).toBe('/contest/7/messages');
});

test('outside of one, only the list can be reached', () => {
  expect(shortcutPath('c', undefined)).toBe('/contests');
  expect(shortcutPath('p', undefined)).toBeUndefined();
  expect(shortcutPath('x', '7')).toBeUndefined();
});
