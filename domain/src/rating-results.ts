import { type ContestState, endTimeMs } from '#contest-phase.ts';
import { emptyRows, foldEvent, type ScoreboardContest, type ScoreboardEvent } from '#scoreboard-rows.ts';
import { compareStandings, standingAt, tookPart } from '#scoreboard-standings.ts';

/** A person's result in the main time of a contest. */
export interface FinalResult {
  userId: number;
  accepted: number;
  penaltyMin: number;
}

/**
 * Whether a contest's results enter ratings: once the main time is over, when no freeze hides any of them, and
 * only of contests that people may look at.
 */
export function countsForRatings(contest: ContestState & { isRated: boolean }, nowMs: number): boolean {
  const { isRated, isEnabled, isSuspended } = contest;
  return isRated && isEnabled && !isSuspended && endTimeMs(contest) < nowMs;
}

/**
 * Results as of the end of the main time, best first, without practice and people who came for it only.
 * Supervisors are left out, since their rows are hidden and a place would reveal them.
 */
export function finalResults(contest: ScoreboardContest, log: Iterable<ScoreboardEvent>): FinalResult[] {
  const rows = emptyRows();
  for (const event of log) foldEvent(rows, event);
  return [...rows.byUser.values()]
    .filter((row) => !row.isSupervisor && tookPart(contest, row))
    .map((row) => standingAt(contest, row, endTimeMs(contest)))
    .filter((standing) => standing !== undefined)
    .sort(compareStandings)
    .map(({ row, acceptedSolutions, penaltyMin }) => ({
      userId: row.userId,
      accepted: acceptedSolutions,
      penaltyMin,
    }));
}

/** Places of sorted results: equal ones share theirs, the next one takes the next number (1, 2, 2, 3). */
export function ranked(results: readonly FinalResult[]): (FinalResult & { rank: number })[] {
  let rank = 0;
  let above: FinalResult | undefined;
  return results.map((result) => {
    const isTie = above?.accepted === result.accepted && above.penaltyMin === result.penaltyMin;
    if (!isTie) rank += 1;
    above = result;
    return { ...result, rank };
  });
}
