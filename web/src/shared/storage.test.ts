import { expect, test } from 'vitest';
import { storageKey } from '#shared/storage.ts';

test('test mode keeps its own memory', () => {
  expect(storageKey('solution_5', '?test=1')).toBe('t_solution_5');
  expect(storageKey('solution_5', '?a=b&test=1')).toBe('t_solution_5');
  expect(storageKey('solution_5', '?test=10')).toBe('solution_5');
  expect(storageKey('solution_5', '')).toBe('solution_5');
});
