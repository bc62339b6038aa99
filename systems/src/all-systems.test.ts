import { OUTSIDE_SYSTEMS } from '@balloon/domain/outside/outside-systems.ts';
import { expect, test } from 'vitest';
import { ALL_SYSTEMS } from '#all-systems.ts';

test('each outside system has its own adapter', () => {
  expect(Object.keys(ALL_SYSTEMS).toSorted()).toEqual(Object.keys(OUTSIDE_SYSTEMS).toSorted());
  for (const [type, adapter] of Object.entries(ALL_SYSTEMS)) expect(adapter.type).toBe(type);
});
