import { describe, expect, test } from 'vitest';
import { firstsToSolve } from '#ceremony/first-to-solve.ts';
import { contestStatus, endTimeMs, freezeTimeMs, withOwnTimes } from '#contests/contest-phase.ts';
import { extendedBy } from '#contests/time-changes.ts';
import { finalResults } from '#rating/results.ts';
import { eventFrom, replayOf } from '#scoreboard/replay.ts';
import { createScoreboard, type ScoreboardEvent, viewScoreboard } from '#scoreboard/scoreboard.ts';
import { A, at, attempt, B, contest, drawn, joined } from '#testing/worked-example.ts';

const MINUTE_MS = 60_000;
const floating = { ...contest, relativeFreezeTimeMs: contest.durationTimeMs, windowTimeMs: 60 * MINUTE_MS };
const started = (userId: number, startedAtMs: number | null): ScoreboardEvent => ({
  ...{ type: 'started', userId, startedAtMs },
});
/** 1 starts at once and solves A after 30 minutes; 2 starts an hour later and solves it after 20; 3 never starts. */
const log = [
  ...[joined(1), joined(2), joined(3)],
  ...[started(1, at(0)), attempt(1, A, 'wrongAnswer', at(10)), attempt(1, A, 'accepted', at(30))],
  ...[started(2, at(60)), attempt(2, A, 'accepted', at(80)), attempt(2, B, 'accepted', at(121))],
];
const look = (events: readonly ScoreboardEvent[], scope: 'contest' | 'practice' = 'contest') =>
  viewScoreboard(createScoreboard(floating, events), {
    ...{ viewerId: null, viewerIsSupervisor: false, scope, nowMs: at(400), atMs: Number.POSITIVE_INFINITY },
  });

describe('a floating contest', () => {
  test('counts from the start of each, up to the end of their window, and has no rows of who never started', () => {
    const { rows } = look(log);
    expect(
      rows.map(({ userId, acceptedSolutions, penalty }) => [userId, acceptedSolutions, penalty]),
    ).toEqual([
      [2, 1, 20],
      [1, 1, 50],
    ]);
    expect(rows[0]?.startShiftMs).toBe(60 * MINUTE_MS);
  });

  test('gives the first solve to the least time on the own clock', () => {
    expect(look(log).rows.map(({ cells }) => cells[0]?.isFirstSolve)).toEqual([true, undefined]);
    expect(firstsToSolve(createScoreboard(floating, log))[0]).toBe(2);
  });

  test('forgets what was sent before a start that was taken back', () => {
    const again = [...log, started(2, null)];
    expect(look(again).rows.map(({ userId }) => userId)).toEqual([1]);
    expect(look([...again, started(2, at(100))]).rows.find(({ userId }) => userId === 2)).toMatchObject({
      ...{ acceptedSolutions: 1, penalty: 21 },
    });
  });

  test('rates those who started', () => {
    const results = finalResults({ ...floating, problemIds: [A, B] }, log);
    expect(results.map(({ userId, accepted }) => [userId, accepted])).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  test('is replayed by the clock of each to who takes part virtually', () => {
    const plain = {
      ...floating,
      windowTimeMs: null,
      durationTimeMs: 60 * MINUTE_MS,
      relativeFreezeTimeMs: 60 * MINUTE_MS,
    };
    const virtual = { ...plain, startTimeMs: at(1000) };
    const replayed = replayOf(createScoreboard(floating, log), 9).map((event) => eventFrom(at(1000), event));
    const board = createScoreboard(virtual, replayed);
    const view = viewScoreboard(board, {
      ...{ viewerId: null, viewerIsSupervisor: false, scope: 'contest', nowMs: at(1030), atMs: at(1030) },
    });
    expect(drawn(view, virtual)).toEqual(['1, u2, 1, 20: + 00:20 | —', '2, u1, 1, 50: +1 00:30 | —']);
  });

  test('keeps the freeze of its period, which extra time of a window may reach into', () => {
    const frozenLate = { ...contest, windowTimeMs: 60 * MINUTE_MS, isEnabled: true, isSuspended: false };
    const freezeMs = freezeTimeMs(frozenLate);
    const started = { ownStartShiftMs: 0, ownStartedAtMs: freezeMs - 70 * MINUTE_MS };
    const own = withOwnTimes(frozenLate, { ...started, ownExtraTimeMs: 20 * MINUTE_MS });
    expect(freezeTimeMs(own)).toBe(freezeMs);
    expect([-1, 0].map((afterMs) => contestStatus(own, freezeMs + afterMs))).toEqual(['RUNNING', 'FROZEN']);
    expect(endTimeMs(own)).toBe(freezeMs + 10 * MINUTE_MS);
  });

  test('that hides all results goes on doing so when it is extended before its start', () => {
    const hidden = { ...floating, relativeFreezeTimeMs: 0 };
    expect(extendedBy(hidden, 30 * MINUTE_MS, at(-10))?.relativeFreezeTimeMs).toBe(0);
  });
});
