import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contestStatus, endTimeMs, lastEndTimeMs, withOwnTimes } from '#contests/contest-phase.ts';
import {
  applyEvent,
  createScoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  viewScoreboard,
} from '#scoreboard/scoreboard.ts';
import { recompute, summary } from '#testing/plain-scoreboard.ts';
import {
  contest,
  histories,
  instant,
  joinings,
  logOf,
  PARTICIPANTS,
  question,
  STEP_MS,
  STEPS,
} from '#testing/scoreboard-logs.ts';

/** Starts of some people, some of them twice or taken back. */
const starts = fc
  .array(
    fc.record({
      userId: fc.constantFrom(...PARTICIPANTS),
      startedAtMs: fc.option(instant(0, STEPS.end), { nil: null }),
    }),
    { maxLength: 12 },
  )
  .map((people): ScoreboardEvent[] => people.map((person) => ({ type: 'started', ...person })));

const extras = fc
  .array(fc.record({ userId: fc.constantFrom(...PARTICIPANTS), steps: fc.integer({ min: 0, max: 4 }) }), {
    maxLength: 3,
  })
  .map((people): ScoreboardEvent[] =>
    people.map(({ userId, steps }) => ({ type: 'extraTime', userId, extraTimeMs: steps * STEP_MS })),
  );

const floating = fc
  .tuple(fc.integer({ min: 1, max: STEPS.end }), fc.boolean())
  .map(([steps, isFrozen]): ScoreboardContest => {
    const relativeFreezeTimeMs = isFrozen ? 0 : contest.durationTimeMs;
    return { ...contest, relativeFreezeTimeMs, windowTimeMs: steps * STEP_MS, extraTimeMs: 4 * STEP_MS };
  });

describe('a contest that everybody starts by themselves', () => {
  test('agrees with the rules recomputed from the log, in whatever order the starts are logged', () => {
    fc.assert(
      fc.property(
        ...([floating, joinings, histories, starts, extras, question] as const),
        ...([instant(-1, STEPS.now), fc.nat(60)] as const),
        (times, people, solutions, started, given, asked, nowMs, place) => {
          const sent = solutions.filter(({ sentAtMs }) => sentAtMs <= nowMs);
          const log = logOf(people, sent).toSpliced(place, 0, ...started, ...given);
          const board = createScoreboard(times);
          for (const event of log) {
            applyEvent(board, event);
            viewScoreboard(board, { ...asked, nowMs, count: 1 }); // makes the orders that are kept
          }
          const wanted = { ...asked, nowMs };
          expect(summary(viewScoreboard(board, wanted))).toEqual(recompute(times, log, wanted));
          expect(viewScoreboard(board, wanted)).toEqual(viewScoreboard(createScoreboard(times, log), wanted));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is waiting before the own start, runs for no longer than its window, and never after the period', () => {
    fc.assert(
      fc.property(floating, instant(0, STEPS.end), instant(-1, STEPS.now), (times, startedAtMs, atMs) => {
        const own = withOwnTimes(
          { ...times, isEnabled: true, isSuspended: false },
          { ownStartShiftMs: 0, ownExtraTimeMs: 0, ownStartedAtMs: startedAtMs },
        );
        const runs =
          startedAtMs <= atMs && atMs < Math.min(startedAtMs + (times.windowTimeMs ?? 0), endTimeMs(times));
        const status = contestStatus(own, atMs);
        expect(['RUNNING', 'FROZEN'].includes(status)).toBe(runs);
        expect(status === 'WAITING').toBe(atMs < startedAtMs);
        expect(lastEndTimeMs(own)).toBe(lastEndTimeMs(times));
      }),
    );
  });
});
