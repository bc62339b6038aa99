import type { PackageTimeLimit } from '@balloon/packages/problem-package.ts';

type Measured = Extract<PackageTimeLimit, { kind: 'measured' }>;

/** What an accepted solution may take while the limit is being measured. */
const MEASURING_MS = 60_000;
const SHORTEST_MS = 1000;

/** The limit to judge by before the package's own is known. */
export function measuringLimitMs(limit: PackageTimeLimit): number {
  return limit.kind === 'stated' ? limit.ms : MEASURING_MS;
}

/**
 * The limit that accepted solutions set: the slowest times the multiplier, rounded up to a step of the resolution.
 *
 * @see Problem Package Format "limits", as Kattis' problemtools compute it
 */
export function measuredLimitMs(slowestMs: number, { multiplier, resolutionMs }: Measured): number {
  const steps = Math.ceil((slowestMs * multiplier) / resolutionMs);
  return Math.max(Math.min(SHORTEST_MS, resolutionMs), steps * resolutionMs);
}
