import type { Steadiness } from '#time-trust/steadiness.ts';

/** Largest change of the speed of a judge, as a part of what it was at the start. */
const DRIFT_MAX = 0.03;

/**
 * How much slower (positive) or faster a judge computes than at its start. Shortest times are compared: what else runs on
 * the machine makes single runs longer and none shorter.
 */
export function driftBetween(first: Steadiness, now: Steadiness): number {
  return Math.min(...now.runsMs) / Math.min(...first.runsMs) - 1;
}

/** Explains a drift that is too large to an operator; null for any other. */
export function complaintAboutDrift(drift: number): string | null {
  if (Math.abs(drift) <= DRIFT_MAX) return null;
  const percent = (Math.abs(drift) * 100).toFixed(1);
  const direction = drift > 0 ? 'slower' : 'faster';
  return `This judge computes ${percent} % ${direction} than when it started: times of solutions cannot be compared`;
}
