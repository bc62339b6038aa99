import { describe, expect, test } from 'vitest';
import { USUAL_RULES } from '#contests/scoring-rules.ts';
import { type BalloonRules, dueBalloons, USUAL_BALLOON_RULES } from '#scoreboard/balloons.ts';
import { applyEvent, createScoreboard, type ScoreboardEvent } from '#scoreboard/scoreboard.ts';
import { A, at, attempt, B, contest, joined } from '#testing/worked-example.ts';

const YES: BalloonRules = { inFreeze: 'yes', untilNumber: 3 };
const untilNumber = (number: number): BalloonRules => ({ inFreeze: 'until', untilNumber: number });
const letter = (problemId: number) => (problemId === A ? 'A' : 'B');

/** `5A*`: participant 5, problem A, first solve. */
function due(
  log: readonly ScoreboardEvent[],
  { rules = USUAL_BALLOON_RULES, nowMs = at(200), of = contest } = {},
): string[] {
  return dueBalloons(createScoreboard(of, log), nowMs, rules).map(
    ({ userId, problemId, isFirstSolve }) => `${userId}${letter(problemId)}${isFirstSolve ? '*' : ''}`,
  );
}

const log = [
  joined(5),
  joined(6),
  joined(9, at(-1), true),
  attempt(9, A, 'accepted', at(5)),
  attempt(9, B, 'accepted', at(6)),
  attempt(6, A, 'wrongAnswer', at(10)),
  attempt(6, A, 'accepted', at(50)),
  attempt(5, A, 'accepted', at(40)),
  attempt(5, A, 'accepted', at(45)),
];
const frozen = [...log, attempt(6, B, 'accepted', at(190)), attempt(5, B, 'accepted', at(195))];

describe('balloons', () => {
  test('come once for each problem, in the order of the solves, and none for the jury', () => {
    expect(due(log)).toEqual(['5A*', '6A']);
  });

  test('are not due for what was solved in the freeze, also after its end', () => {
    expect(due(frozen)).toEqual(['5A*', '6A']);
    expect(due(frozen, { nowMs: at(400) })).toEqual(['5A*', '6A']);
  });

  test('show nothing else when somebody solves in the freeze', () => {
    const before = dueBalloons(createScoreboard(contest, log), at(189), USUAL_BALLOON_RULES);
    expect(dueBalloons(createScoreboard(contest, frozen), at(196), USUAL_BALLOON_RULES)).toEqual(before);
  });

  test('of the last instant before the freeze are due, whenever its verdict comes', () => {
    expect(due([...log, attempt(6, B, 'accepted', at(180))])).toEqual(['5A*', '6A', '6B*']);
    expect(due([...log, attempt(6, B, 'accepted', at(180, 1))])).toEqual(['5A*', '6A']);
  });

  test('are due in the freeze where the organisers want it, the jury being first to nothing', () => {
    expect(due(frozen, { rules: YES })).toEqual(['5A*', '6A', '6B*', '5B']);
  });

  test('are due in the freeze up to a number', () => {
    expect(due(frozen, { rules: untilNumber(2) })).toEqual(['5A*', '6A', '6B*', '5B']);
    expect(due(frozen, { rules: untilNumber(1) })).toEqual(['5A*', '6A']);
    const late = [...frozen, joined(7), attempt(7, B, 'accepted', at(198))];
    expect(due(late, { rules: untilNumber(1) })).toEqual(['5A*', '6A', '7B']);
  });

  test('of a floating contest have the first solves and times of their own clocks, as the table', () => {
    const floating = { ...contest, windowTimeMs: 60 * 60_000 };
    const started = (userId: number, startedAtMs: number) => ({
      type: 'started' as const,
      userId,
      startedAtMs,
    });
    const late = [
      ...[joined(5), joined(6), started(5, at(0)), started(6, at(150))],
      ...[attempt(5, A, 'accepted', at(50)), attempt(6, A, 'accepted', at(170))],
    ];
    expect(due(late, { of: floating })).toEqual(['5A', '6A*']);
    const board = createScoreboard(floating, [...late, attempt(6, B, 'accepted', at(190))]);
    const solves = dueBalloons(board, at(200), YES);
    expect(solves.map(({ solvedAfterMs }) => solvedAfterMs / 60_000)).toEqual([50, 20, 40]);
    // In the freeze, too, one with less time on the own clock takes the first solve away.
    const beaten = [...late.slice(0, 5), attempt(6, A, 'accepted', at(185))];
    expect(due(beaten, { of: floating, rules: YES })).toEqual(['5A', '6A*']);
    expect(due(beaten, { of: floating })).toEqual(['5A*']);
  });

  test('are first solves of nobody out of competition where the contest says so', () => {
    const official = { ...contest, scoring: { ...USUAL_RULES, firstSolvers: 'official' as const } };
    const adjustment = { isOfficial: false, isDisqualified: false, penaltyMin: 0, startShiftMs: 0 };
    const outside: ScoreboardEvent[] = [...frozen, { type: 'adjusted', userId: 6, adjustment }];
    expect(due(outside, { of: official, rules: YES })).toEqual(['5A*', '6A', '6B', '5B*']);
  });

  test('are not due for practice', () => {
    const practice = [...log, attempt(6, B, 'accepted', at(310))];
    expect(due(practice, { rules: YES, nowMs: at(320) })).toEqual(['5A*', '6A']);
  });

  test('are due to the end where there is no freeze', () => {
    const open = { ...contest, relativeFreezeTimeMs: contest.durationTimeMs };
    expect(due(frozen, { of: open })).toEqual(['5A*', '6A', '6B*', '5B']);
    expect(due(frozen, { of: open, nowMs: at(400) })).toEqual(['5A*', '6A', '6B*', '5B']);
  });

  test('are due no more when a solve is taken back', () => {
    const accepted = attempt(5, B, 'accepted', at(100));
    const board = createScoreboard(contest, [...log, accepted]);
    expect(dueBalloons(board, at(200), USUAL_BALLOON_RULES)).toHaveLength(3);
    applyEvent(board, { ...accepted, verdictId: null });
    expect(dueBalloons(board, at(200), USUAL_BALLOON_RULES)).toHaveLength(2);
  });
});
