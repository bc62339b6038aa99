import { afterEach, expect, test } from 'vitest';
import { storageKey } from '#shared/api/browser/storage.ts';
import { startTestMode, testModeAfter } from '#shared/api/browser/test-mode.ts';

/** Storage of one tab, as `sessionStorage`. */
function newTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
afterEach(() => startTestMode('', newTab));

test.each([
  ['?test=1', false, true],
  ['?a=b&test=1', false, true],
  ['?test=10', false, false],
  ['', false, false],
  ['', true, true],
  ['?page=2', true, true],
  ['?test=0', true, false],
])('the address %j after a mode of %j gives %j', (search, wasOn, isOn) => {
  expect(testModeAfter(search, wasOn)).toBe(isOn);
});

test('test mode keeps its own memory, also on the addresses that follow in the tab', () => {
  const tab = newTab();
  expect(storageKey('solution_5')).toBe('solution_5');
  startTestMode('?test=1', () => tab);
  expect(storageKey('solution_5')).toBe('t_solution_5');
  startTestMode('', () => tab);
  expect(storageKey('solution_5')).toBe('t_solution_5');
  startTestMode('', newTab);
  expect(storageKey('solution_5')).toBe('solution_5');
});
