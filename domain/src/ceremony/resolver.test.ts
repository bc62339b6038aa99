import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ResolvedCell, resolverSteps, tableAfter, totalsOf } from '#ceremony/resolver.ts';

/** Few penalties, so that ties are common; a hidden cell turns out solved or not. */
const penaltyMin = fc.constantFrom(10, 20);
const cellPair = fc.oneof(
  fc.constant<[ResolvedCell, ResolvedCell]>([{}, {}]),
  penaltyMin.map((min): [ResolvedCell, ResolvedCell] => [{ penaltyMin: min }, { penaltyMin: min }]),
  penaltyMin.map((min): [ResolvedCell, ResolvedCell] => [{ isFrozen: true }, { penaltyMin: min }]),
  fc.constant<[ResolvedCell, ResolvedCell]>([{ isFrozen: true }, {}]),
);
const table = fc.array(fc.tuple(cellPair, cellPair, cellPair), { minLength: 1, maxLength: 8 });

/** User ids in the order of a table whose ties go to the smaller id. */
function ranked(cellsOf: ReadonlyMap<number, readonly ResolvedCell[]>): number[] {
  const totals = [...cellsOf].map(([userId, cells]) => ({ userId, ...totalsOf(cells) }));
  totals.sort((a, b) => b.solved - a.solved || a.penalty - b.penalty || a.userId - b.userId);
  return totals.map(({ userId }) => userId);
}

test('the last step leaves the order of the final table, however many rows tie on the way', () => {
  fc.assert(
    fc.property(table, (pairs) => {
      const frozen = new Map(pairs.map((cells, index) => [index + 1, cells.map(([shown]) => shown)]));
      const final = new Map(pairs.map((cells, index) => [index + 1, cells.map(([, real]) => real)]));
      const rows = ranked(frozen).map((userId) => ({
        ...{ userId, frozen: frozen.get(userId) ?? [], final: final.get(userId) ?? [] },
      }));
      const steps = resolverSteps(
        rows,
        pairs.map((_, index) => index + 1),
      );
      expect(tableAfter(rows, steps, steps.length).map(({ userId }) => userId)).toEqual(ranked(final));
    }),
    { numRuns: 2_000 },
  );
});
