/*
 * Chances and expected places in a field of rated people, which both formulas of ratings share.
 */

/** Somebody who took part in a rated contest. */
export interface Contender {
  readonly userId: number;
  /** Place among the contenders, counted as the formula asks. */
  readonly rank: number;
  readonly ratingBefore: number;
}

/** Effect of a contest on a person's rating. Nothing is rounded. */
export interface RatedContender extends Contender {
  /** The place that the ratings promised. */
  expectedRank: number;
  /** The rating that would have promised the geometric mean of the expected and the real place. */
  performance: number;
  change: number;
  ratingAfter: number;
}

/** The probability that the first rating beats the second, out of their strengths. */
const winsAgainst = (strength: number, other: number) => strength / (strength + other);
const strengthOf = (rating: number) => 10 ** (rating / 400);

/** The probability that the first rating beats the second. */
export const chanceToWin = (rating: number, other: number) =>
  winsAgainst(strengthOf(rating), strengthOf(other));

/** The place that a newcomer of some rating should expect in this field. */
export function expectedPlaces(ratings: readonly number[]): (rating: number) => number {
  const strengths = ratings.map(strengthOf);
  // The bisections of all contenders ask about the same few thousand ratings.
  const known = new Map<number, number>();
  return (rating) => {
    let place = known.get(rating);
    if (place === undefined) {
      const own = strengthOf(rating);
      place = strengths.reduce((sum, strength) => sum + winsAgainst(strength, own), 1);
      known.set(rating, place);
    }
    return place;
  };
}

/** Number of the best by rating whose gains the second correction bounds. */
export const bestCount = (contenders: number) => Math.min(4 * Math.round(Math.sqrt(contenders)), contenders);

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** @throws {RangeError} outside of the list */
export function at(values: readonly number[], position: number): number {
  const value = values[position];
  if (value === undefined) throw new RangeError(`No value ${position} among ${values.length}`);
  return value;
}
