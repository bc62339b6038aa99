import { describe, expect, test } from 'vitest';
import { INITIAL_RATING, rateContest } from '#rating/rating.ts';

const field = (ranks: readonly number[], ratings: readonly number[] = []) =>
  ranks.map((rank, index) => ({ userId: index + 1, rank, ratingBefore: ratings[index] ?? INITIAL_RATING }));

/* The worked numbers of the reference; R and changes are told to four digits there. */
const WORKED = [
  { ranks: [1], seeds: [1], performances: [7999.0236], changes: [-1] },
  {
    ranks: [1, 2],
    seeds: [1.5, 1.5],
    performances: [1858.1897, 1594.5508],
    changes: [13.5453, -15.5453],
  },
  {
    ranks: [1, 2, 3],
    seeds: [2, 2, 2],
    performances: [1817.1792, 1619.9382, 1511.5533],
    changes: [19.316, -2.1259, -20.1901],
  },
  {
    ranks: [1, 2, 3, 4, 5],
    seeds: [3, 3, 3, 3, 3],
    performances: [1805.4619, 1655.0901, 1570.1398, 1504.7183, 1447.1083],
    changes: [25.4622, 10.8554, -3.303, -14.2065, -23.8082],
  },
  {
    ranks: [1, 1, 1],
    seeds: [2, 2, 2],
    performances: [1817.1792, 1817.1792, 1817.1792],
    changes: [-1, -1, -1],
  },
  {
    ranks: [1, 2, 3],
    ratings: [1700, 1400, 1550],
    seeds: [1.4476, 2.5524, 2],
    performances: [2040.7841, 1613.1031, 1562.3282],
    changes: [16.328, 5.6879, -25.016],
  },
];

describe('rateContest', () => {
  test.each(WORKED)('gives the worked numbers of places $ranks', ({ ranks, ratings, ...wanted }) => {
    const rated = rateContest(field(ranks, ratings));
    const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 4));
    expect(rated.map(({ expectedRank }) => expectedRank)).toEqual(near(wanted.seeds));
    expect(rated.map(({ performance }) => performance)).toEqual(near(wanted.performances));
    expect(rated.map(({ change }) => change)).toEqual(near(wanted.changes));
    for (const { ratingBefore, ratingAfter, change } of rated)
      expect(ratingAfter).toBe(ratingBefore + change);
  });

  test('knows an empty contest', () => {
    expect(rateContest([])).toEqual([]);
  });

  test('takes from a large field what its best would win together', () => {
    const ranks = Array.from({ length: 40 }, (_, index) => index + 1);
    // The favourites win as expected, so the second correction has something to take.
    const rated = rateContest(
      field(
        ranks,
        ranks.map((rank) => 2100 - 25 * rank),
      ),
    );
    const count = 4 * Math.round(Math.sqrt(40));
    const best = rated.slice(0, count).reduce((sum, { change }) => sum + change, 0);
    expect(best).toBeCloseTo(0, 9);
    expect(rated.reduce((sum, { change }) => sum + change, 0)).toBeLessThan(-40);
  });

  test('never takes more than ten points by the second correction', () => {
    const ranks = Array.from({ length: 400 }, (_, index) => index + 1);
    const rated = rateContest(field(ranks));
    expect(rated.reduce((sum, { change }) => sum + change, 0) / 400).toBeCloseTo(-11, 9);
  });

  test('is the same each time', () => {
    const contenders = field([1, 2, 2, 3], [1450.25, 1600.5, 1500, 1499.75]);
    expect(rateContest(contenders)).toEqual(rateContest(contenders));
  });
});
