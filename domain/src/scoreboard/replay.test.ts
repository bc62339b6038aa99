import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventFrom, replayOf } from '#scoreboard/replay.ts';
import { createScoreboard, type ScoreboardEvent, viewScoreboard } from '#scoreboard/scoreboard.ts';
import { contest, histories, joinings, logOf } from '#testing/scoreboard-logs.ts';

const AWAY_MS = 1_000_000_000;
const EVER = { viewerId: null, viewerIsSupervisor: false, atMs: Infinity, nowMs: 10 ** 12 } as const;

/** Rows without what depends on the time of joining. */
const rowsOf = (board: ReturnType<typeof createScoreboard>) =>
  viewScoreboard(board, { ...EVER, scope: 'contest' }).rows.map(({ userId, penalty, rank, cells }) => ({
    ...{ userId, penalty, rank },
    cells: cells.map(({ penaltyMin, wrongTries, isFirstSolve }) => ({
      penaltyMin,
      wrongTries,
      isFirstSolve,
    })),
  }));

const byUser = <Row extends { userId: number }>(rows: Row[]) => rows.sort((a, b) => a.userId - b.userId);

test('a replay that has ended shows the table of the contest itself', () => {
  fc.assert(
    fc.property(joinings, histories, (people, solutions) => {
      const judged = solutions.map((one) => ({ ...one, verdicts: one.verdicts.map((id) => id ?? 2) }));
      const board = createScoreboard(contest, logOf(people, judged));
      const events = replayOf(board, 0).map((event) => eventFrom(contest.startTimeMs + AWAY_MS, event));
      const replayed = createScoreboard({ ...contest, startTimeMs: contest.startTimeMs + AWAY_MS }, events);
      expect(byUser(rowsOf(replayed))).toEqual(byUser(rowsOf(board)));
    }),
  );
});

test('at each contest time a replay has brought what had been sent by then, and nothing of one person', () => {
  fc.assert(
    fc.property(joinings, histories, fc.nat(40), (people, solutions, step) => {
      const board = createScoreboard(contest, logOf(people, solutions));
      const afterMs = step * 30_000;
      const happened = replayOf(board, 1).filter((event) => event.afterMs <= afterMs);
      const attempts = happened.flatMap(({ event }): (ScoreboardEvent & { type: 'attempt' })[] =>
        event.type === 'attempt' ? [event] : [],
      );
      expect(attempts.every(({ sentAtMs, userId }) => sentAtMs <= afterMs && userId !== 1)).toBe(true);
      const sorted = happened.map((event) => event.afterMs);
      expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
    }),
  );
});
