import { expect, test } from 'vitest';
import { VERDICTS } from '#judging/verdicts.ts';
import { judgedTries } from '#results/judged-tries.ts';
import { createScoreboard, type ScoreboardEvent } from '#scoreboard/scoreboard.ts';
import { contest, STEP_MS, STEPS } from '#testing/scoreboard-logs.ts';

const { accepted, compilationError, ignored, judgingError, wrongAnswer } = VERDICTS;

test('judged attempts are counted with compilation errors, up to the accepted one and to the end', () => {
  const attempt = (step: number, verdictId: number | null, problemId = 101): ScoreboardEvent => ({
    ...{ type: 'attempt', userId: 1, problemId, verdictId },
    ...{ solutionId: step, sentAtMs: step * STEP_MS },
  });
  const { rows } = createScoreboard(contest, [
    { type: 'joined', userId: 1, joinedAtMs: 0, isSupervisor: false },
    ...[attempt(1, compilationError.id), attempt(2, ignored.id), attempt(3, wrongAnswer.id)],
    ...[attempt(4, null), attempt(5, accepted.id), attempt(6, wrongAnswer.id)],
    ...[attempt(7, judgingError.id, 102), attempt(8, compilationError.id, 102)],
    attempt(STEPS.end + 1, wrongAnswer.id, 102),
  ]);
  const row = rows.byUser.get(1);

  expect(row && judgedTries(contest, row)).toEqual([3, 1]);
});
