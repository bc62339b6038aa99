import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceremonyViews } from '#ceremony/ceremony-views.ts';
import { firstsToSolve } from '#ceremony/first-to-solve.ts';
import { USUAL_RULES } from '#contests/scoring-rules.ts';
import { VERDICTS } from '#judging/verdicts.ts';
import { createScoreboard, type ScoreboardEvent } from '#scoreboard/scoreboard.ts';
import { contest, histories, joinings, logOf, STEP_MS } from '#testing/scoreboard-logs.ts';

const ACCEPTED = VERDICTS.accepted.id;

const joined = (userId: number, isSupervisor = false, joinedAtMs = 0): ScoreboardEvent => ({
  ...{ type: 'joined', userId, isSupervisor, joinedAtMs },
});

const sent = (
  solutionId: number,
  userId: number,
  step: number,
  verdictId: number | null,
): ScoreboardEvent => ({
  ...{ type: 'attempt', solutionId, userId, problemId: 101, sentAtMs: step * STEP_MS, verdictId },
});

/** The first to solve the first problem, with these tries beside that of participant 1 that was accepted at step 10. */
function firstWith(...others: ScoreboardEvent[]): number | null | undefined {
  const log = [joined(1), joined(2), joined(8, true), sent(5, 1, 10, ACCEPTED), ...others];
  return firstsToSolve(createScoreboard(contest, log))[0];
}

describe('the first to solve a problem', () => {
  test('is honoured when all before is judged', () => {
    expect(firstWith(sent(1, 2, 5, VERDICTS.wrongAnswer.id))).toBe(1);
  });

  test.each([
    ['another participant', sent(1, 2, 5, null)],
    ['the same participant', sent(1, 1, 5, null)],
    ['another participant in the same instant', sent(1, 2, 10, null)],
  ])('is not known while an earlier try of %s is unjudged', (_, unjudged) => {
    expect(firstWith(unjudged)).toBeNull();
  });

  test('is not known while an unjudged try waits of somebody who is not in the table yet', () => {
    const late = joined(3, false, contest.durationTimeMs + 1);
    expect(firstWith(late, sent(1, 3, 5, null))).toBeNull();
  });

  test.each([
    ['later', sent(9, 2, 11, null)],
    ['of a supervisor', sent(1, 8, 5, null)],
    ['of somebody who did not join', sent(1, 3, 5, null)],
  ])('does not wait for an unjudged try that is %s', (_, unjudged) => {
    expect(firstWith(unjudged)).toBe(1);
  });

  test('is nobody whose row is hidden', () => {
    const hidden = { ...contest, scoring: { ...USUAL_RULES, unofficialRows: 'hidden' as const } };
    const guest: ScoreboardEvent = {
      ...{ type: 'adjusted', userId: 2 },
      adjustment: { isOfficial: false, isDisqualified: false, penaltyMin: 0, startShiftMs: 0 },
    };
    const log = [joined(1), joined(2), guest, sent(1, 2, 5, ACCEPTED), sent(5, 1, 10, ACCEPTED)];
    expect(firstsToSolve(createScoreboard(hidden, log))[0]).toBe(1);
  });

  test('is who has the mark in the table when all is judged', () => {
    fc.assert(
      fc.property(joinings, histories, (people, solutions) => {
        const log = logOf(people, solutions).map((event) =>
          event.type === 'attempt' && event.verdictId === null ? { ...event, verdictId: ACCEPTED } : event,
        );
        const board = createScoreboard(contest, log);
        const { rows } = ceremonyViews(board).final;
        const marked = contest.problemIds.map(
          (_, position) => rows.find(({ cells }) => cells[position]?.isFirstSolve)?.userId ?? null,
        );
        expect(firstsToSolve(board)).toEqual(marked);
      }),
    );
  });
});
