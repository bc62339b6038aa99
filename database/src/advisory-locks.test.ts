import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from '#advisory-locks.ts';

test('no two purposes share a lock', () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set<number>(keys).size).toBe(keys.length);
});
