import { median, quantile } from '#report/table.ts';
import { atMost, type Target } from '#report/target.ts';

/** Row about many times, or about a number. */
export interface MeasuredRow extends Partial<Target> {
  what: string;
  p50Ms?: number;
  p99Ms?: number;
  worstMs?: number;
  number?: number;
}

/** Row of the times of one thing, with a limit for the 99th percentile. */
export function times(what: string, values: readonly number[], limitMs?: number): MeasuredRow[] {
  if (values.length === 0) return [];
  const p99Ms = quantile(values, 0.99);
  const worstMs = values.reduce((worst, value) => Math.max(worst, value), 0);
  return [
    {
      ...{ what: `${what} (${values.length})`, p50Ms: median(values), p99Ms, worstMs },
      ...(limitMs !== undefined && atMost(p99Ms, limitMs, 'p99 ')),
    },
  ];
}

/** Row of a number, with the highest value that is good. */
export const count = (what: string, number: number, limit?: number): MeasuredRow => ({
  ...{ what, number },
  ...(limit !== undefined && atMost(number, limit)),
});
