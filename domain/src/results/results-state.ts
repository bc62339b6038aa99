import { type ContestTimes, endTimeMs, freezeTimeMs, lastEndTimeMs } from '#contests/contest-phase.ts';
import { contestTimeMs } from '#contests/contest-time.ts';

/** Times of a contest, and what organisers said of its results. */
export interface OfficialContest extends ContestTimes {
  /** Whether somebody makes its results final. */
  hasOfficialResults: boolean;
  finalizedAtMs: number | null;
}

/** What is true of the results: nothing official, not final yet, or final. */
export type ResultsState = 'none' | 'provisional' | 'final';

/**
 * What tables say of the results of a contest: once everybody has ended they are not final until somebody made them so.
 *
 * @see CCS Requirements, "Finalizing the contest"
 */
export function resultsState(contest: OfficialContest, nowMs: number): ResultsState {
  if (!contest.hasOfficialResults) return 'none';
  if (contest.finalizedAtMs !== null) return 'final';
  return nowMs > lastEndTimeMs(contest) ? 'provisional' : 'none';
}

/** Whole minutes of contest time that the freeze hides, as its sentence names them, without removed intervals. */
export function frozenMinutes(contest: ContestTimes): number {
  const hiddenMs = contestTimeMs(contest, endTimeMs(contest)) - contestTimeMs(contest, freezeTimeMs(contest));
  return Math.ceil(hiddenMs / 60_000);
}
