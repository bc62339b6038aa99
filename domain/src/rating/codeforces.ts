import {
  at,
  bestCount,
  type Contender,
  chanceToWin,
  expectedPlaces,
  type RatedContender,
  sum,
} from '#rating/field.ts';

const LEAST_RATING = 1;
const GREATEST_RATING = 8000;
/** The second correction takes at most this from everybody. */
const GREATEST_CORRECTION = 10;

/**
 * Changes ratings by one contest, by the formula that Codeforces published in October 2015. All ratings are whole
 * numbers, and divisions round towards zero, as in the published program. The test compares every contender of a
 * published round (Codeforces 917).
 *
 * @param contenders with whole ratings; `rank` is the last place of a tie (`lastPlaces`)
 * @returns the same people in the same order
 * @see https://codeforces.com/blog/entry/20762
 */
export function rateByCodeforces(contenders: readonly Contender[]): RatedContender[] {
  const placeOf = expectedPlaces(contenders.map(({ ratingBefore }) => ratingBefore));
  const expected = contenders.map((contender) => {
    const expectedRank = placeOf(contender.ratingBefore) - 0.5; // without the chance to beat oneself
    // Nobody is their own opponent, at whatever rating.
    const placeAmongOthers = (rating: number) =>
      placeOf(rating) - chanceToWin(contender.ratingBefore, rating);
    const performance = ratingForPlace(placeAmongOthers, Math.sqrt(contender.rank * expectedRank));
    return { ...contender, expectedRank, performance };
  });
  const raw = expected.map(({ performance, ratingBefore }) => Math.trunc((performance - ratingBefore) / 2));
  const first = raw.length === 0 ? 0 : Math.trunc(-sum(raw) / raw.length) - 1;
  const changes = raw.map((change) => change + first);
  const second = correctionOfBest(expected, changes);
  return expected.map((contender, position) => {
    const change = at(changes, position) + second;
    return { ...contender, change, ratingAfter: contender.ratingBefore + change };
  });
}

/** The greatest whole rating that still promises no better place. */
function ratingForPlace(placeOf: (rating: number) => number, place: number): number {
  let low = LEAST_RATING;
  let high = GREATEST_RATING;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (placeOf(middle) < place) high = middle;
    else low = middle;
  }
  return low;
}

/** Points that everybody loses so that the best as a whole win nothing. */
function correctionOfBest(contenders: readonly Contender[], changes: readonly number[]): number {
  const count = bestCount(contenders.length);
  if (count === 0) return 0;
  const gains = contenders
    .map(({ ratingBefore }, position) => ({ ratingBefore, change: at(changes, position) }))
    .sort((a, b) => b.ratingBefore - a.ratingBefore)
    .slice(0, count)
    .map(({ change }) => change);
  return Math.min(0, Math.max(-GREATEST_CORRECTION, Math.trunc(-sum(gains) / count)));
}
