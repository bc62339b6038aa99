import type { Scoreboard } from '#scoreboard.ts';
import { type Attempt, countsInCell } from '#scoreboard-cell.ts';
import { type ScoreboardQuestion, scopeOf } from '#scoreboard-view.ts';

/** How many attempts counted in one step of the contest's time. */
export interface ActivityStep {
  /** The step that ends `step` × its length after the start; 0 holds what was sent before the start. */
  step: number;
  count: number;
}

/**
 * When something happened in the table: attempts that counted, per step of time, those steps only in which there were
 * some. It is made of what the viewer sees in the table now and of nothing else, so during the freeze it ends with it,
 * but for the viewer's own attempts.
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
      for (const { sentAtMs } of countedAttempts(row.attempts.get(problemId) ?? [], seenUntilMs)) {
        const step = Math.max(0, Math.ceil((sentAtMs - contest.startTimeMs) / stepMs));
        counts.set(step, (counts.get(step) ?? 0) + 1);
      }
    }
  }
  return [...counts].map(([step, count]) => ({ step, count })).sort((a, b) => a.step - b.step);
}

/** Those which changed the cell. */
function* countedAttempts(attempts: readonly Attempt[], untilMs: number): Iterable<Attempt> {
  for (const attempt of attempts) {
    if (attempt.sentAtMs > untilMs) return;
    const counts = countsInCell(attempt);
    if (counts !== null) yield attempt;
    if (counts === 'solves') return;
  }
}
