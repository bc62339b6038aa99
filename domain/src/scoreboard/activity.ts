import { isRemoved } from '#contests/removed-intervals.ts';
import type { Scoreboard } from '#scoreboard/board.ts';
import { type Attempt, countsInCell, type ScoredContest } from '#scoreboard/cell.ts';
import { type ScoreboardQuestion, scopeOf } from '#scoreboard/scope.ts';
import { attemptsOn } from '#scoreboard/standing.ts';

/** How many attempts counted in one step of the contest's time. */
export interface ActivityStep {
  /** The step that ends `step` × its length after the start; 0 holds what was sent before the start. */
  step: number;
  count: number;
}

/**
 * Times at which the table changed: number of attempts that counted per step of time, without empty steps.
 * Made only of what the viewer sees in the table now, so during the freeze it ends at its start, except for
 * the viewer's own attempts.
 *
 * @param stepMs length of a step
 * @param untilMs later attempts are left out
 */
export function scoreboardActivity(
  board: Scoreboard,
  question: ScoreboardQuestion,
  { stepMs, untilMs }: { stepMs: number; untilMs: number },
): ActivityStep[] {
  const { contest } = board;
  const counts = new Map<number, number>();
  const { order, spanOf } = scopeOf(board, question);
  for (let index = 0; index < order.length; index += 1) {
    const { row } = order.at(index);
    const seenUntilMs = Math.min(spanOf(row).untilMs, untilMs);
    for (const problemId of contest.problemIds) {
      for (const { sentAtMs } of countedAttempts(contest, attemptsOn(contest, row, problemId), seenUntilMs)) {
        const step = Math.max(0, Math.ceil((sentAtMs - contest.startTimeMs) / stepMs));
        counts.set(step, (counts.get(step) ?? 0) + 1);
      }
    }
  }
  return [...counts].map(([step, count]) => ({ step, count })).sort((a, b) => a.step - b.step);
}

/** Attempts that changed the cell. */
function* countedAttempts(
  contest: ScoredContest,
  attempts: readonly Attempt[],
  untilMs: number,
): Iterable<Attempt> {
  for (const attempt of attempts) {
    if (attempt.sentAtMs > untilMs) return;
    if (isRemoved(contest, attempt.sentAtMs)) continue;
    const counts = countsInCell(attempt, contest.scoring);
    if (counts !== null) yield attempt;
    if (counts === 'solves') return;
  }
}
