import { type ContestTimes, endTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { localDateTime } from '#shared/text/local-date-time.ts';

const MINUTE_MS = 60_000;
/** Length that the form proposes. */
const USUAL_MS = 10 * MINUTE_MS;

/** Fields of the form, as `2026-11-22T14:07` in the viewer's zone. */
export interface IntervalFields {
  from: string;
  to: string;
}

/** The last minutes of the contest with the present one. */
export function proposedInterval(contest: ContestTimes, nowMs: number): IntervalFields {
  const toMs = Math.min(Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS, endTimeMs(contest));
  return { from: localDateTime(toMs - USUAL_MS), to: localDateTime(toMs) };
}

/**
 * Instants of the fields, or null while one is empty. Fields show whole minutes, so that the minute of the start means
 * the start and that of the end the end.
 */
export function intervalOf(
  contest: ContestTimes,
  { from, to }: IntervalFields,
): { fromMs: number; toMs: number } | null {
  const [fromMs, toMs] = [new Date(from).getTime(), new Date(to).getTime()];
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) return null;
  const [startMs, endMs] = [contest.startTimeMs, endTimeMs(contest)];
  return {
    fromMs: from === localDateTime(startMs) ? startMs : fromMs,
    toMs: to === localDateTime(endMs) ? endMs : toMs,
  };
}
