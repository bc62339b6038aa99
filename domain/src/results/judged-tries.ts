import { lastEndTimeMs } from '#contests/contest-phase.ts';
import { COUNTABLE_VERDICTS, USUAL_RULES } from '#contests/scoring-rules.ts';
import { scoreCell } from '#scoreboard/cell.ts';
import { type ParticipantRow, type ScoreboardContest, timesOf } from '#scoreboard/rows.ts';
import { attemptsOn, countedUntilMs } from '#scoreboard/standing.ts';

/**
 * Counts the judged attempts of a participant on each problem in the main time, up to and with the accepted one. Compilation
 * errors are among them, whether or not they cost a penalty.
 *
 * @returns a number for each problem of the contest, in its order
 * @see Contest API, "Scoreboard", `num_judged`
 */
export function judgedTries(contest: ScoreboardContest, row: ParticipantRow): number[] {
  const untilMs = countedUntilMs(contest, row, { scope: 'contest', untilMs: lastEndTimeMs(contest) });
  const everyTry = {
    ...timesOf(contest, row),
    scoring: { ...(contest.scoring ?? USUAL_RULES), penalizedVerdicts: COUNTABLE_VERDICTS },
  };
  return contest.problemIds.map((problemId) => {
    const { acceptedBy, wrongTries } = scoreCell(attemptsOn(contest, row, problemId), untilMs, everyTry);
    return wrongTries + (acceptedBy === null ? 0 : 1);
  });
}
