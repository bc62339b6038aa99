/** Ratings from which the second, third, fourth and fifth zone begin. */
export const RATING_BOUNDS = [1350, 1500, 1650, 1750] as const;

export type RatingZone = 1 | 2 | 3 | 4 | 5;

/** The zone of a rating. Somebody without a rating has no zone. */
export function ratingZone(rating: number): RatingZone {
  return (1 + RATING_BOUNDS.filter((bound) => rating >= bound).length) as RatingZone;
}

/** Room above and below the line of a rating chart. */
const CHART_MARGIN = 50;

/** What the rating axis of a chart runs over, in whole points. */
export function ratingAxis(ratings: readonly number[]): [from: number, to: number] {
  if (ratings.length === 0) return [RATING_BOUNDS[0] - CHART_MARGIN, RATING_BOUNDS[3] + CHART_MARGIN];
  return [Math.floor(Math.min(...ratings) - CHART_MARGIN), Math.ceil(Math.max(...ratings) + CHART_MARGIN)];
}

export interface ZoneBand {
  zone: RatingZone;
  from: number;
  to: number;
}

/** The zones that an axis crosses, from below, cut at its ends. */
export function zoneBands([from, to]: readonly [number, number]): ZoneBand[] {
  const edges = [Number.NEGATIVE_INFINITY, ...RATING_BOUNDS, Number.POSITIVE_INFINITY];
  return edges
    .slice(0, -1)
    .map((lower, index) => ({
      zone: (index + 1) as RatingZone,
      from: Math.max(from, lower),
      to: Math.min(to, edges[index + 1] ?? to),
    }))
    .filter((band) => band.from < band.to);
}
