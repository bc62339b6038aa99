import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

const MAX_EXTRA_STEPS = 5;

const extras = fc
  .uniqueArray(
    fc.record({ userId: fc.constantFrom(...PARTICIPANTS), steps: fc.integer({ min: 0, max: 5 }) }),
    {
      selector: ({ userId }) => userId,
    },
  )
  .map((people): ScoreboardEvent[] =>
    people.map(({ userId, steps }) => ({ type: 'extraTime', userId, extraTimeMs: steps * STEP_MS })),
  );

const interval = fc
  .tuple(fc.nat(STEPS.end - 1), fc.integer({ min: 1, max: 8 }))
  .map(([from, length]) => ({ fromMs: from * STEP_MS, toMs: (from + length) * STEP_MS }));

const cutOut = (fromMs: number, toMs: number) => ({ id: 1, fromMs, toMs, isEndMoved: false });

const timesWith = ({ fromMs, toMs }: { fromMs: number; toMs: number }): ScoreboardContest => ({
  ...contest,
  extraTimeMs: MAX_EXTRA_STEPS * STEP_MS,
  removedIntervals: [cutOut(fromMs, toMs)],
});

describe('a contest with extra time and a removed interval', () => {
  test('agrees with the rules recomputed from the log, whenever the extra time is logged', () => {
    fc.assert(
      fc.property(
        joinings,
        histories,
        extras,
        interval,
        question,
        instant(-1, STEPS.now),
        fc.nat(60),
        (people, solutions, given, cut, asked, nowMs, place) => {
          const times = timesWith(cut);
          const sent = solutions.filter(({ sentAtMs }) => sentAtMs <= nowMs);
          const log = logOf(people, sent).toSpliced(place, 0, ...given);
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

  test('of which one person has extra time shows the others the same cells', () => {
    fc.assert(
      fc.property(
        joinings,
        histories,
        question,
        fc.constantFrom(...PARTICIPANTS),
        (people, sent, asked, userId) => {
          const times = { ...contest, extraTimeMs: 2 * STEP_MS };
          const log = logOf(people, sent);
          const [without, with_] = [
            log,
            [...log, { type: 'extraTime' as const, userId, extraTimeMs: 2 * STEP_MS }],
          ].map((events) =>
            viewScoreboard(createScoreboard(times, events), asked)
              .rows.filter((row) => row.userId !== userId)
              .map(({ userId: other, penalty, cells }) => ({
                other,
                penalty,
                cells: cells.map(({ isFirstSolve: _, ...cell }) => cell),
              }))
              .sort((a, b) => a.other - b.other),
          );
          expect(with_).toEqual(without);
        },
      ),
    );
  });

  // The end moves by the length, and the freeze with it if it comes later.
  test('has the results of the same contest played without the interruption', () => {
    fc.assert(
      fc.property(joinings, histories, interval, question, (people, solutions, { fromMs, toMs }, asked) => {
        const lengthMs = toMs - fromMs;
        const later = (atMs: number) => (atMs >= fromMs ? atMs + lengthMs : atMs);
        const interrupted: ScoreboardContest = {
          ...contest,
          durationTimeMs: later(contest.durationTimeMs),
          relativeFreezeTimeMs: later(contest.relativeFreezeTimeMs),
          removedIntervals: [cutOut(fromMs, toMs)],
        };
        const withoutTimes = ({ rows }: ReturnType<typeof viewScoreboard>) =>
          rows.map(({ cells, ...row }) => ({
            ...row,
            cells: cells.map(({ acceptedAtMs: _, ...cell }) => cell),
          }));
        const plain = viewScoreboard(createScoreboard(contest, logOf(people, solutions)), asked);
        const moved = viewScoreboard(
          createScoreboard(
            interrupted,
            logOf(
              people.map((person) => ({ ...person, joinedAtMs: later(person.joinedAtMs) })),
              solutions.map((solution) => ({ ...solution, sentAtMs: later(solution.sentAtMs) })),
            ),
          ),
          { ...asked, atMs: later(asked.atMs), nowMs: later(asked.nowMs) },
        );
        expect(withoutTimes(moved)).toEqual(withoutTimes(plain));
      }),
      { numRuns: 300 },
    );
  });
});
