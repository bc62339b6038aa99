import { expect, test } from 'vitest';
import { readSystem, SYSTEMS, systemPath } from '#features/outside-systems/data/outside.url.ts';

test.each([null, ...SYSTEMS])('the address of the servers of %s leads back to them', (system) => {
  expect(readSystem(new URL(systemPath(system), 'http://site').searchParams)).toBe(system);
});

test('an unknown system means all', () => {
  expect(readSystem(new URLSearchParams('system=balloon'))).toBeNull();
});
