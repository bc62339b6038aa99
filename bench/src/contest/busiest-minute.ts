import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Curves of real contests; the file names their source and licence. */
const { contests: CURVES } = z
  .object({
    contests: z.record(
      z.enum(['finals', 'regional', 'qualification']),
      z.object({ title: z.string(), teams: z.number(), perSecond: z.array(z.number()).length(60) }),
    ),
  })
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, '../../data/arrivals.json'), 'utf8')));

export type CurveName = keyof typeof CURVES;

export const CURVE_NAMES = Object.keys(CURVES);

/** How solutions come: as in a real contest, as many times as the factor; or so many in each second. */
export type Arrivals = { curve: CurveName; factor: number } | { perSec: number };

/**
 * Moments in ms from the start at which solutions are sent.
 *
 * @param seconds how many of the last seconds; of a real minute 60 at most
 */
export function momentsOf(arrivals: Arrivals, seconds: number): number[] {
  return 'perSec' in arrivals ? evenMoments(arrivals.perSec, seconds) : realMoments(arrivals, seconds);
}

/** Describes arrivals for the note of a table. */
export function describeArrivals(arrivals: Arrivals, seconds: number): string {
  if ('perSec' in arrivals) return `${arrivals.perSec} solutions a second for ${seconds} s`;
  const { title, teams } = CURVES[arrivals.curve];
  const times = arrivals.factor === 1 ? '' : `, ${arrivals.factor} times as many`;
  return `solutions by the last ${seconds} s of a real contest (${title}, ${teams} teams)${times}`;
}

const evenMoments = (perSec: number, seconds: number) =>
  Array.from({ length: Math.floor(perSec * seconds) }, (_, index) => (1000 * index) / perSec);

function realMoments({ curve, factor }: { curve: CurveName; factor: number }, seconds: number): number[] {
  let owed = 0;
  return CURVES[curve].perSecond.slice(-seconds).flatMap((count, second) => {
    owed += count * factor;
    const whole = Math.floor(owed);
    owed -= whole;
    return Array.from({ length: whole }, (_, place) => 1000 * (second + place / whole));
  });
}
