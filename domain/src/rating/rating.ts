import { at, bestCount, type Contender, expectedPlaces, type RatedContender, sum } from '#rating/field.ts';

/** Rating of a person before their first rated contest in a group. */
export const INITIAL_RATING = 1500;

/** Gains above this count half, so that one lucky contest does not decide. */
const FULL_GAIN = 30;
const LEAST_PERFORMANCE = 1;
const GREATEST_PERFORMANCE = 8000;
/** Largest correction that is taken from everybody. */
const GREATEST_CORRECTION = 10;

/**
 * Changes ratings by one contest: the method of Codeforces with smaller steps.
 *
 * @param contenders in the order of their results; people of equal rating keep it in the second correction
 * @returns the same people in the same order
 */
export function rateContest(contenders: readonly Contender[]): RatedContender[] {
  const placeOf = expectedPlaces(contenders.map(({ ratingBefore }) => ratingBefore));
  const expected = contenders.map((contender) => {
    const expectedRank = placeOf(contender.ratingBefore) - 0.5; // without the chance to beat oneself
    const performance = findPerformance(placeOf, Math.sqrt(contender.rank * expectedRank));
    return { ...contender, expectedRank, performance };
  });
  const changes = correct(expected.map(({ performance, ratingBefore }) => gain(performance, ratingBefore)));
  const correction = correctionOfBest(expected, changes);
  return expected.map((contender, position) => {
    const change = at(changes, position) + correction;
    return { ...contender, change, ratingAfter: contender.ratingBefore + change };
  });
}

/** The rating at which a place is to be expected, to within a point from below. */
function findPerformance(placeOf: (rating: number) => number, place: number): number {
  let low = LEAST_PERFORMANCE;
  let high = GREATEST_PERFORMANCE;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (placeOf(middle) < place) high = middle;
    else low = middle;
  }
  return low;
}

function gain(performance: number, ratingBefore: number): number {
  const raw = (performance - ratingBefore) / 6;
  return raw > FULL_GAIN ? FULL_GAIN + (raw - FULL_GAIN) / 2 : raw;
}

/** Subtracts from everybody what keeps the sum from growing, and one point more. */
function correct(changes: readonly number[]): number[] {
  const correction = -sum(changes) / changes.length - 1;
  return changes.map((change) => change + correction);
}

/** Points that everybody loses so that the best as a whole win nothing. */
function correctionOfBest(contenders: readonly Contender[], changes: readonly number[]): number {
  const count = bestCount(contenders.length);
  const best = contenders
    .map(({ ratingBefore }, position) => ({ ratingBefore, change: at(changes, position) }))
    .sort((a, b) => b.ratingBefore - a.ratingBefore)
    .slice(0, count);
  if (best.length === 0) return 0;
  const excess = -sum(best.map(({ change }) => change)) / count;
  return Math.min(0, Math.max(-GREATEST_CORRECTION, excess));
}
