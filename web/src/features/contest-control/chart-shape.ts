import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';

/** Row of the table that stands for the chart: a stretch of the contest, and how much was sent in it. */
export interface Stretch {
  fromMs: number;
  toMs: number;
  count: number;
}

/** Number of rows, so that the table can be heard to its end. */
const STRETCHES = 12;

/** Sums the steps up to whole stretches, the newest first; times count from the start. */
export function stretchesOf({ stepMs, counts }: ContestControl['submissions']): Stretch[] {
  const size = Math.max(1, Math.ceil(counts.length / STRETCHES / 5) * 5);
  const stretches: Stretch[] = [];
  for (let from = 0; from < counts.length; from += size) {
    const part = counts.slice(from, from + size);
    const count = part.reduce((sum, number) => sum + number, 0);
    stretches.push({ fromMs: from * stepMs, toMs: (from + part.length) * stepMs, count });
  }
  return stretches.reverse();
}

/** Outline of bars one unit wide under a height of `height`, the highest bar as high as `most`. */
export function barsPath(counts: readonly number[], most: number, height: number): string {
  return counts
    .map((count, step) => {
      if (count === 0) return '';
      const top = Math.round((height - (count / most) * height) * 100) / 100;
      return `M${step} ${height}V${top}H${step + 1}V${height}Z`;
    })
    .join('');
}
