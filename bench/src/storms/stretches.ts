import type { CpuShares } from '#processes/process-costs.ts';
import { count, type MeasuredRow } from '#report/measured-rows.ts';
import type { LiveTimes } from '#storms/live-load.ts';

/** Part of a live load, on the clock of the process, with the processor time that it took in ms. */
export interface Stretch {
  begunAtMs: number;
  endedAtMs: number;
  cpuMs: CpuShares;
}

/** Times of the solutions that were to be sent in some stretches; a stretch that is given twice counts twice. */
export const acceptedIn = ({ acceptMs, sentAtMs }: LiveTimes, stretches: readonly Stretch[]): number[] =>
  valuesIn(acceptMs, sentAtMs, stretches);

/** Times of the verdicts that were heard in some stretches. */
export const heardIn = ({ heardMs, heardAtMs }: LiveTimes, stretches: readonly Stretch[]): number[] =>
  valuesIn(heardMs, heardAtMs, stretches);

function valuesIn(
  values: readonly number[],
  atMs: readonly number[],
  stretches: readonly Stretch[],
): number[] {
  return stretches.flatMap(({ begunAtMs, endedAtMs }) =>
    values.filter((_, place) => {
      const moment = atMs[place] ?? Number.NaN;
      return moment >= begunAtMs && moment < endedAtMs;
    }),
  );
}

/** Rows of the processor time in some stretches, in parts of one core. */
export function cpuRows(when: string, stretches: readonly Stretch[]): MeasuredRow[] {
  const tookMs = stretches.reduce((sum, { begunAtMs, endedAtMs }) => sum + endedAtMs - begunAtMs, 0);
  const shareOf = (part: keyof CpuShares) =>
    (100 * stretches.reduce((sum, { cpuMs }) => sum + cpuMs[part], 0)) / tookMs;
  return [
    count(`${when}: processor of the web, % of a core`, shareOf('webs')),
    count(`${when}: processor of the database, % of a core`, shareOf('database')),
    count(`${when}: processor of this generator, % of a core`, shareOf('own')),
  ];
}
