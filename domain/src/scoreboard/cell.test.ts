import { describe, expect, test } from 'vitest';
import { USUAL_RULES } from '#contests/scoring-rules.ts';
import { VERDICTS, type VerdictKey } from '#judging/verdicts.ts';
import { cellPenaltySec, scoreCell } from '#scoreboard/cell.ts';
import { NO_ADJUSTMENT } from '#scoreboard/rows.ts';
import type { ScoreboardEvent } from '#scoreboard/scoreboard.ts';
import { A, at, attempt, B, contest, drawn, joined, START, view } from '#testing/worked-example.ts';

describe('rules of scoring', () => {
  const attempts = [
    { solutionId: 1, sentAtMs: at(1), verdictId: VERDICTS.compilationError.id },
    { solutionId: 2, sentAtMs: at(2), verdictId: VERDICTS.wrongAnswer.id },
    { solutionId: 3, sentAtMs: at(30), verdictId: VERDICTS.accepted.id },
  ];

  test('compilation errors are wrong tries only if the contest counts them', () => {
    const scoring = { ...USUAL_RULES, countsCompilationErrors: true };
    expect(scoreCell(attempts, at(60)).wrongTries).toBe(1);
    expect(scoreCell(attempts, at(60), { scoring }).wrongTries).toBe(2);
  });

  test('a wrong try costs the penalty of the contest', () => {
    const score = scoreCell(attempts, at(60));
    const penalty = (wrongTryPenaltyMin: number) =>
      cellPenaltySec({ ...contest, scoring: { ...USUAL_RULES, wrongTryPenaltyMin } }, score) / 60;
    expect([cellPenaltySec(contest, score) / 60, penalty(5), penalty(0)]).toEqual([50, 35, 30]);
  });
});

describe('cells', () => {
  const cellOf = (attempts: ScoreboardEvent[], nowMs = at(400)) =>
    view([joined(1), ...attempts], { viewerId: 1, nowMs }).rows[0]?.cells[0];

  test('a cell without attempts is empty', () => {
    expect(cellOf([])).toEqual({ wrongTries: 0, pendingTries: 0 });
  });

  test('accepted at once has its time and no wrong tries', () => {
    const acceptedAtMs = at(61);
    expect(cellOf([attempt(1, A, 'accepted', acceptedAtMs)])).toEqual({
      acceptedAtMs,
      penaltyMin: 61,
      inPractice: false,
      isFirstSolve: true,
      wrongTries: 0,
      pendingTries: 0,
    });
  });

  test('compilation errors that cost nothing are told apart, up to the acceptance', () => {
    const attempts = [
      attempt(1, A, 'compilationError', at(1)),
      attempt(1, A, 'ignored', at(2)),
      attempt(1, A, 'wrongAnswer', at(3)),
      attempt(1, A, 'compilationError', at(4)),
    ];
    expect(cellOf(attempts)).toEqual({ wrongTries: 1, freeTries: 2, pendingTries: 0 });
    const solved = [attempt(1, A, 'accepted', at(5)), attempt(1, A, 'compilationError', at(6))];
    expect(cellOf([...attempts, ...solved])).toMatchObject({ acceptedAtMs: at(5), freeTries: 2 });
  });

  test('the freeze hides what was sent in it from the number of free tries of others', () => {
    const attempts = [attempt(2, A, 'compilationError', at(1)), attempt(2, A, 'compilationError', at(250))];
    const { rows } = view([joined(1), joined(2), ...attempts], { viewerId: 1, nowMs: at(260) });
    const cell = rows.find(({ userId }) => userId === 2)?.cells[0];
    expect(cell).toEqual({ isFrozen: true, wrongTries: 0, freeTries: 1, pendingTries: 1 });
  });

  test('wrong tries are counted before the acceptance and ignored after it', () => {
    const attempts = [
      attempt(1, A, 'wrongAnswer', at(1)),
      attempt(1, A, 'timeLimit', at(2)),
      attempt(1, A, 'accepted', at(3)),
      attempt(1, A, 'wrongAnswer', at(4)),
      attempt(1, A, null, at(5)),
    ];
    expect(cellOf(attempts)).toMatchObject({
      acceptedAtMs: at(3),
      penaltyMin: 43,
      wrongTries: 2,
      pendingTries: 0,
    });
  });

  test('an unsolved cell shows its wrong tries', () => {
    const attempts = [attempt(1, A, 'runtimeError', at(1)), attempt(1, A, 'disqualified', at(2))];
    expect(cellOf(attempts)).toEqual({ wrongTries: 2, pendingTries: 0 });
  });

  test('verdicts that are not the participant’s fault do not count', () => {
    const unscored = Object.entries(VERDICTS).filter(
      ([key, rule]) => !rule.solves && !rule.scored && key !== 'judgingError',
    );
    const attempts = unscored.map(([key]) => attempt(1, A, key as VerdictKey, at(1)));
    expect(cellOf(attempts)).toEqual({ wrongTries: 0, freeTries: 1, pendingTries: 0 }); // it did not compile
    expect(cellOf([{ ...attempt(1, A, null, at(1)), verdictId: 9999 }])).toEqual({
      wrongTries: 0,
      pendingTries: 0,
    });
  });

  test('a solution without a verdict is pending', () => {
    expect(cellOf([attempt(1, A, null, at(1))])).toEqual({ wrongTries: 0, pendingTries: 1 });
  });

  test('a judging error is pending until it is judged again', () => {
    expect(cellOf([attempt(1, A, 'judgingError', at(1))])).toEqual({ wrongTries: 0, pendingTries: 1 });
  });

  test('of equal times the smaller id comes first', () => {
    const [accepted, wrong] = [attempt(1, A, 'accepted', at(1)), attempt(1, A, 'wrongAnswer', at(1))];
    expect(cellOf([wrong, accepted])).toMatchObject({ acceptedAtMs: at(1), wrongTries: 0 });
  });

  test('an acceptance after the main time is marked as practice and counts', () => {
    const board = view(
      [joined(1), attempt(1, A, 'accepted', at(300)), attempt(1, B, 'accepted', at(300, 1))],
      {
        viewerId: 1,
        nowMs: at(310),
      },
    );
    expect(board.rows[0]?.cells.map((cell) => cell.inPractice)).toEqual([false, true]);
    expect(board.rows[0]).toMatchObject({ acceptedSolutions: 2, acceptedSolutionsInTime: 1, penalty: 600 });
  });

  test('an acceptance five minutes before the start gives penalty -5', () => {
    const supervisorLog = [joined(9, START, true), attempt(9, A, 'accepted', at(-5))];
    const board = view(supervisorLog, { viewerId: 9, viewerIsSupervisor: true, nowMs: at(1) });
    expect(drawn(board)).toEqual(['1, u9, 1, -5: + -00:05 | —']);
  });

  test('an acceptance before a start that was moved behind it is no bonus', () => {
    const log = [joined(1), attempt(1, A, 'wrongAnswer', at(-20)), attempt(1, A, 'accepted', at(-5))];
    expect(drawn(view(log, { nowMs: at(1) }))).toEqual(['1, u1, 1, 20: +1 -00:05 | —']);
    const late = { ...NO_ADJUSTMENT, startShiftMs: at(30) - START };
    const shifted = [joined(1), attempt(1, A, 'accepted', at(10))];
    const adjusted = { type: 'adjusted' as const, userId: 1, adjustment: late };
    expect(view([...shifted, adjusted], { nowMs: at(40) }).rows[0]).toMatchObject({ penalty: 0 });
  });

  test('attempts on problems outside the contest do not count', () => {
    const board = view([joined(1), attempt(1, 999, 'accepted', at(1))], { nowMs: at(2) });
    expect(drawn(board)).toEqual(['1, u1, 0, 0: — | —']);
    expect(board.lastSolutionSentAtMs).toBe(0);
  });
});
