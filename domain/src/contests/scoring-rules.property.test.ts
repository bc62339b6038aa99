import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvent, createScoreboard, viewScoreboard } from '#scoreboard/scoreboard.ts';
import { recompute, summary } from '#testing/plain-scoreboard.ts';
import { histories, joinings, logOf, PARTICIPANTS, question } from '#testing/scoreboard-logs.ts';
import { adjusted, scored } from '#testing/scored-contests.ts';

describe('a contest with rules of its own', () => {
  test('agrees with the rules recomputed from the log, whenever somebody is adjusted', () => {
    fc.assert(
      fc.property(
        ...[joinings, histories, adjusted, scored, question],
        fc.nat(60),
        (people, solutions, decisions, times, asked, place) => {
          const log = logOf(people, solutions).toSpliced(place, 0, ...decisions);
          const board = createScoreboard(times);
          for (const event of log) {
            applyEvent(board, event);
            viewScoreboard(board, { ...asked, count: 1 }); // makes the orders that are kept
          }
          const view = viewScoreboard(board, asked);
          expect(summary(view)).toEqual(recompute(times, log, asked));
          expect(view).toEqual(viewScoreboard(createScoreboard(times, log), asked));
          expect(view.ownRow).toEqual(view.rows.find(({ userId }) => userId === asked.viewerId) ?? null);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('gives the first solve to nobody who may not have it', () => {
    fc.assert(
      fc.property(
        joinings,
        histories,
        adjusted,
        scored,
        question,
        (people, solutions, decisions, times, asked) => {
          const log = [...logOf(people, solutions), ...decisions];
          for (const { cells, isUnofficial, isDisqualified } of viewScoreboard(
            createScoreboard(times, log),
            asked,
          ).rows) {
            const mayNot = isDisqualified || (isUnofficial && times.scoring?.firstSolvers === 'official');
            if (mayNot) expect(cells.filter(({ isFirstSolve }) => isFirstSolve)).toEqual([]);
          }
        },
      ),
    );
  });

  test('gives people of whom a table is asked the places that they have among themselves', () => {
    fc.assert(
      fc.property(
        ...[joinings, histories, adjusted, scored, question],
        fc.subarray(PARTICIPANTS),
        (people, solutions, decisions, times, asked, userIds) => {
          const board = createScoreboard(times, [...logOf(people, solutions), ...decisions]);
          const { rows } = viewScoreboard(board, { ...asked, only: new Set(userIds) });
          for (const { rank, displayRank, rankAmongShown } of rows) {
            const better = rows.filter((other) => other.displayRank !== '' && other.rank < rank);
            expect(rankAmongShown).toBe(displayRank === '' ? undefined : better.length + 1);
          }
        },
      ),
    );
  });
});
