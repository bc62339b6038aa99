import type { SimilarPair } from '@balloon/contracts/solutions/similarity.ts';
import { expect, test } from 'vitest';
import { toGroups } from '#features/similarity/pair-groups.ts';

const pair = (one: number, other: number, cluster: number) =>
  ({ one: { id: one }, other: { id: other }, cluster }) as SimilarPair;
const told = (pairs: readonly SimilarPair[]) =>
  toGroups(pairs).map(({ solutions, pairs: own }) => [
    solutions,
    ...own.map(({ one, other }) => `${one.id}-${other.id}`),
  ]);

test('solutions that hang together stand beside each other, before those that are only pairs', () => {
  expect(told([pair(8, 9, 3), pair(1, 2, 1), pair(4, 5, 2), pair(2, 3, 1)])).toEqual([
    [3, '1-2', '2-3'],
    [0, '8-9', '4-5'],
  ]);
});

test('there is no group of pairs where all hang together, and none at all without pairs', () => {
  expect(told([pair(1, 2, 1), pair(2, 3, 1)])).toEqual([[3, '1-2', '2-3']]);
  expect(told([])).toEqual([]);
});
