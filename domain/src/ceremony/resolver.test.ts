import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ResolvedCell, resolverSteps, tableAfter, totalsOf } from '#ceremony/resolver.ts';

const RULES = { roundsSum: false, breaksTies: false };
const UNTOUCHED = { adjustmentSec: 0, isDisqualified: false };

/** Few penalties, so that ties are common; a hidden cell turns out solved or not. */
const scoreSec = fc.constantFrom(600, 1200);
const cellPair = fc.oneof(
  fc.constant<[ResolvedCell, ResolvedCell]>([{}, {}]),
  scoreSec.map((sec): [ResolvedCell, ResolvedCell] => [{ scoreSec: sec }, { scoreSec: sec }]),
  scoreSec.map((sec): [ResolvedCell, ResolvedCell] => [{ isFrozen: true }, { scoreSec: sec }]),
  fc.constant<[ResolvedCell, ResolvedCell]>([{ isFrozen: true }, {}]),
);
const table = fc.array(fc.tuple(cellPair, cellPair, cellPair), { minLength: 1, maxLength: 8 });

/** User ids in the order of a table whose ties go to the smaller id. */
function ranked(cellsOf: ReadonlyMap<number, readonly ResolvedCell[]>): number[] {
  const totals = [...cellsOf].map(([userId, cells]) => ({ userId, ...totalsOf(UNTOUCHED, cells, RULES) }));
  totals.sort((a, b) => b.solved - a.solved || a.penaltySec - b.penaltySec || a.userId - b.userId);
  return totals.map(({ userId }) => userId);
}

test('the last step leaves the order of the final table, however many rows tie on the way', () => {
  fc.assert(
    fc.property(table, (pairs) => {
      const frozen = new Map(pairs.map((cells, index) => [index + 1, cells.map(([shown]) => shown)]));
      const final = new Map(pairs.map((cells, index) => [index + 1, cells.map(([, real]) => real)]));
      const rows = ranked(frozen).map((userId) => ({
        ...UNTOUCHED,
        ...{ userId, frozen: frozen.get(userId) ?? [], final: final.get(userId) ?? [] },
      }));
      const steps = resolverSteps(
        rows,
        pairs.map((_, index) => index + 1),
        RULES,
      );
      expect(tableAfter(rows, steps, steps.length, RULES).map(({ userId }) => userId)).toEqual(ranked(final));
    }),
    { numRuns: 2_000 },
  );
});
