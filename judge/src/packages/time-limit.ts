import type { PackageTimeLimit } from '@balloon/packages/problem-package.ts';

type Measured = Extract<PackageTimeLimit, { kind: 'measured' }>;

/** Time limit in ms of an accepted solution while the limit is being determined. */
const MEASURING_MS = 60_000;
const SHORTEST_MS = 1000;

/** Limit to judge by before the package's own is known, in ms. */
export function measuringLimitMs(limit: PackageTimeLimit): number {
  return limit.kind === 'stated' ? limit.ms : MEASURING_MS;
}

/**
 * Limit that accepted solutions determine, in ms: the slowest times the multiplier, rounded up to a step of the
 * resolution.
 *
 * @see Problem Package Format "limits", as Kattis' problemtools compute it
 */
export function measuredLimitMs(slowestMs: number, { multiplier, resolutionMs }: Measured): number {
  const steps = Math.ceil((slowestMs * multiplier) / resolutionMs);
  return Math.max(Math.min(SHORTEST_MS, resolutionMs), steps * resolutionMs);
}
