import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rateByCodeforces } from '#rating/codeforces.ts';
import { lastPlaces } from '#rating/results.ts';

/*
 * Official results of Codeforces Round 917 (January 2018, Div. 1), as its API gave them: place (the first of a tie),
 * rating before and after. Until 2020 a newcomer began with 1500 there, so that nothing else changed ratings.
 */
const round = readFileSync(new URL('../testing/codeforces-round-917.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').map(Number) as [number, number, number]);

/** Contenders with places as the formula counts them, out of places that are the first of a tie. */
function field(people: readonly (readonly [place: number, ratingBefore: number])[]) {
  const places = lastPlaces(
    people.map(([place], userId) => ({
      ...{ userId, accepted: -place, penaltyMin: 0, penaltySec: 0, tieSec: 0 },
      ...{ hasSent: true, undecided: 0 },
    })),
  );
  return people.map(([, ratingBefore], userId) => ({ userId, rank: places[userId] ?? 0, ratingBefore }));
}

describe('the formula of Codeforces', () => {
  test('gives everybody of a published round the published rating', () => {
    const rated = rateByCodeforces(field(round.map(([place, before]) => [place, before])));
    expect(round).toHaveLength(423);
    expect(rated.map(({ ratingAfter }) => ratingAfter)).toEqual(round.map(([, , after]) => after));
  });

  test('keeps whole numbers and takes at least a little from a field of equals', () => {
    const rated = rateByCodeforces(field([1, 2, 3, 4, 5].map((place) => [place, 1500])));
    expect(rated.every(({ ratingAfter }) => Number.isInteger(ratingAfter))).toBe(true);
    expect(rated.reduce((sum, { change }) => sum + change, 0)).toBeLessThanOrEqual(0);
    expect(rated.map(({ change }) => change)).toEqual(
      rated.map(({ change }) => change).sort((a, b) => b - a),
    );
  });

  test('gives the last of a large tie no gain, unlike dense places', () => {
    const places = Array.from({ length: 700 }, (_, index) => (index < 10 ? index + 1 : 11));
    const rated = rateByCodeforces(field(places.map((place) => [place, 1500])));
    expect(rated.at(-1)?.change).toBeLessThan(0);
  });

  test('knows an empty contest, and somebody alone', () => {
    expect(rateByCodeforces([])).toEqual([]);
    expect(rateByCodeforces(field([[1, 1500]]))).toHaveLength(1);
  });
});
