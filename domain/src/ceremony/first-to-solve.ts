import { isRemoved } from '#contests/removed-intervals.ts';
import { type Attempt, countsInCell, isPending } from '#scoreboard/cell.ts';
import { compareFirsts, mayBeFirst } from '#scoreboard/firsts.ts';
import { isHiddenRow } from '#scoreboard/order.ts';
import type { ParticipantRow, ScoreboardContest } from '#scoreboard/rows.ts';
import type { Scoreboard } from '#scoreboard/scoreboard.ts';
import { attemptsOn, countedUntilMs } from '#scoreboard/standing.ts';

/**
 * Who solved each problem first in the main time, by the position of the problem. Null while nobody did, and while an
 * earlier try is unjudged, because it may turn out to be the first one.
 *
 * @see CCS Requirements, awards of the Contest API, "first-to-solve"
 */
export function firstsToSolve({ contest, rows }: Scoreboard): (number | null)[] {
  // Somebody may be in the table only once a try of theirs is judged, so all who joined are asked.
  const participants = [...rows.byUser.values()].filter(
    (row) => mayBeFirst(contest, row) && !isHiddenRow(contest, row) && row.joinedAtMs !== null,
  );
  return contest.problemIds.map((problemId) => {
    let first: { attempt: Attempt; row: ParticipantRow } | null = null;
    for (const row of participants) {
      const attempt = firstThatMaySolve(contest, row, problemId);
      if (!attempt || (first && compareFirsts(contest, first, { attempt, row }) <= 0)) continue;
      first = { attempt, row };
    }
    return first === null || isPending(first.attempt) ? null : first.row.userId;
  });
}

/** The first try of the main time that was accepted or has no verdict yet. */
function firstThatMaySolve(
  contest: ScoreboardContest,
  row: ParticipantRow,
  problemId: number,
): Attempt | undefined {
  const untilMs = countedUntilMs(contest, row, { scope: 'contest', untilMs: Number.POSITIVE_INFINITY });
  return attemptsOn(contest, row, problemId).find((attempt) => {
    if (attempt.sentAtMs > untilMs || isRemoved(contest, attempt.sentAtMs)) return false;
    return isPending(attempt) || countsInCell(attempt, contest.scoring) === 'solves';
  });
}
