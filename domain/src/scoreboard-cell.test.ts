import { describe, expect, test } from 'vitest';
import type { ScoreboardEvent } from '#scoreboard.ts';
import { A, at, attempt, B, drawn, joined, START, view } from '#testing/worked-example.ts';
import { VERDICTS, type VerdictKey } from '#verdicts.ts';

describe('cells', () => {
  const cellOf = (attempts: ScoreboardEvent[], nowMs = at(400)) =>
    view([joined(1), ...attempts], { viewerId: 1, nowMs }).rows[0]?.cells[0];

  test('nothing counted is a dash', () => {
    expect(cellOf([])).toEqual({ result: '—', wrongTries: 0, pendingTries: 0 });
  });

  test('accepted at once is a plus', () => {
    const acceptedAtMs = at(61);
    expect(cellOf([attempt(1, A, 'accepted', acceptedAtMs)])).toEqual({
      result: '+',
      acceptedAt: '01:01',
      acceptedAtMs,
      inPractice: false,
      isFirstSolve: true,
      wrongTries: 0,
      pendingTries: 0,
    });
  });

  test('wrong tries are counted before the acceptance and ignored after it', () => {
    const attempts = [
      attempt(1, A, 'wrongAnswer', at(1)),
      attempt(1, A, 'timeLimit', at(2)),
      attempt(1, A, 'accepted', at(3)),
      attempt(1, A, 'wrongAnswer', at(4)),
      attempt(1, A, null, at(5)),
    ];
    expect(cellOf(attempts)).toMatchObject({ result: '+2', wrongTries: 2, pendingTries: 0 });
  });

  test('an unsolved cell shows its wrong tries', () => {
    const attempts = [attempt(1, A, 'runtimeError', at(1)), attempt(1, A, 'disqualified', at(2))];
    expect(cellOf(attempts)).toMatchObject({ result: '-2', wrongTries: 2 });
  });

  test('verdicts that are nobody’s wrong try count for nothing', () => {
    const unscored = Object.entries(VERDICTS).filter(([, rule]) => !rule.solves && !rule.scored);
    const attempts = unscored.map(([key]) => attempt(1, A, key as VerdictKey, at(1)));
    expect(cellOf(attempts)).toMatchObject({ result: '—', wrongTries: 0 });
    expect(cellOf([{ ...attempt(1, A, null, at(1)), verdictId: 9999 }])).toMatchObject({ result: '—' });
  });

  test('what waits for its verdict is pending', () => {
    expect(cellOf([attempt(1, A, null, at(1))])).toMatchObject({ result: '—', pendingTries: 1 });
  });

  test('of equal times the smaller id comes first', () => {
    const [accepted, wrong] = [attempt(1, A, 'accepted', at(1)), attempt(1, A, 'wrongAnswer', at(1))];
    expect(cellOf([wrong, accepted])).toMatchObject({ result: '+' });
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

  test('attempts on problems outside the contest do not count', () => {
    const board = view([joined(1), attempt(1, 999, 'accepted', at(1))], { nowMs: at(2) });
    expect(drawn(board)).toEqual(['1, u1, 0, 0: — | —']);
    expect(board.lastSolutionSentAtMs).toBe(0);
  });
});
