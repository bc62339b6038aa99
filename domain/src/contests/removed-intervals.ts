import type { ScoringRules } from '#contests/scoring-rules.ts';

/** A stretch of a contest that is cut out as if it had not been: a power failure, a fire drill. Wall-clock instants. */
export interface RemovedInterval {
  /** Number within its contest. */
  readonly id: number;
  readonly fromMs: number;
  /** The first instant that counts again. */
  readonly toMs: number;
  /** Whether the end of the contest moved later by its length. */
  readonly isEndMoved: boolean;
}

/** A contest with what was cut out of it; the intervals do not overlap. */
export interface Interrupted {
  readonly removedIntervals?: readonly Pick<RemovedInterval, 'fromMs' | 'toMs'>[];
  readonly scoring?: Pick<ScoringRules, 'removedSolutions'>;
}

/**
 * Whether what is sent at an instant counts for nobody since it lies in a removed interval. Contest time stands still
 * there, so where the contest counts such solutions all of an interval have one time and keep their order.
 */
export function isRemoved({ removedIntervals = [], scoring }: Interrupted, atMs: number): boolean {
  if (scoring?.removedSolutions === 'counted') return false;
  return removedIntervals.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
}

/** How much was cut out before an instant, in ms. */
export function removedBeforeMs({ removedIntervals = [] }: Interrupted, atMs: number): number {
  return removedIntervals.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(atMs, toMs) - fromMs),
    0,
  );
}
