import { OUTSIDE_SYSTEMS } from '@balloon/domain/outside-systems.ts';
import { expect, test } from 'vitest';
import { ALL_SYSTEMS } from '#all-systems.ts';

test('each outside system has its own adapter, with the address that the site knows', () => {
  const known = Object.entries(OUTSIDE_SYSTEMS).map(([type, { defaultUrl }]) => [type, defaultUrl]);
  const adapters = Object.values(ALL_SYSTEMS).map(({ type, defaultUrl }) => [type, defaultUrl]);
  expect(adapters.toSorted()).toEqual(known.toSorted());
  for (const [type, adapter] of Object.entries(ALL_SYSTEMS)) expect(adapter.type).toBe(type);
});
