import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awardsOf, ICPC_MEDALS, medalOf } from '#ceremony/awards.ts';
import { type CeremonyViews, ceremonyViews } from '#ceremony/ceremony-views.ts';
import { resolverSteps, tableAfter } from '#ceremony/resolver.ts';
import { thawTimeMs } from '#contest-phase.ts';
import { createScoreboard, viewScoreboard } from '#scoreboard.ts';
import { contest, histories, joinings, logOf } from '#testing/scoreboard-logs.ts';
import { adjusted, scored } from '#testing/scored-contests.ts';

/** The frozen table and the final one of a log. */
function viewsOf(log: Parameters<typeof createScoreboard>[1]): CeremonyViews {
  return ceremonyViews(createScoreboard({ ...contest, thawsByHand: true }, log));
}

const ceremonyOf = ({ rows, rules, tieOrder }: CeremonyViews) => ({
  ...{ rows, rules },
  steps: resolverSteps(rows, tieOrder, rules),
});

describe('the ceremony', () => {
  test('ends with what the table of the contest shows once the freeze is lifted', () => {
    fc.assert(
      fc.property(joinings, histories, (people, solutions) => {
        const log = logOf(people, solutions);
        const nobody = { viewerId: null, viewerIsSupervisor: false, atMs: Number.POSITIVE_INFINITY } as const;
        const shown = { ...nobody, nowMs: thawTimeMs(contest) + 1, scope: 'contest' } as const;
        expect(viewsOf(log).final.rows).toEqual(viewScoreboard(createScoreboard(contest, log), shown).rows);
      }),
    );
  });

  test('leads from the frozen table to the final one', () => {
    fc.assert(
      fc.property(joinings, histories, adjusted, scored, (people, solutions, decisions, times) => {
        const log = [...logOf(people, solutions), ...decisions];
        const views = ceremonyViews(createScoreboard({ ...times, thawsByHand: true }, log));
        const { rows, rules, steps } = ceremonyOf(views);
        const end = tableAfter(rows, steps, steps.length, rules);
        const final = views.final.rows;
        expect(end.map(({ userId }) => userId)).toEqual(final.map(({ userId }) => userId));
        expect(end.map(({ totals }) => [totals.solved, Math.floor(totals.penaltySec / 60)])).toEqual(
          final.map(({ acceptedSolutions, penalty }) => [acceptedSolutions, penalty]),
        );
        expect(end.every(({ isSettled }) => isSettled)).toBe(true);
      }),
    );
  });

  test('settles each row once, from the lowest place up, and no settled row moves again', () => {
    fc.assert(
      fc.property(joinings, histories, (people, solutions) => {
        const { rows, steps } = ceremonyOf(viewsOf(logOf(people, solutions)));
        const places = steps.flatMap((step) => (step.kind === 'settle' ? step.place : []));
        expect(places).toEqual(rows.map((_, index) => rows.length - 1 - index));
        let lowest = rows.length;
        for (const step of steps) {
          expect(step.place).toBeLessThan(lowest);
          if (step.kind === 'settle') lowest = step.place;
          else expect(step.toPlace).toBeLessThanOrEqual(step.place);
        }
      }),
    );
  });
});

describe('awards', () => {
  const row = (userId: number, rank: number, acceptedSolutions = 5, firstSolves: number[] = []) => ({
    ...{ userId, rank, acceptedSolutions, firstSolves },
  });

  test.each([
    [1, 5, 'gold'],
    [4, 1, 'gold'],
    [5, 1, 'silver'],
    [12, 1, 'bronze'],
    [13, 1, null],
    [2, 0, null],
  ])('rank %i with %i solved gives %s', (rank, acceptedSolutions, medal) => {
    expect(medalOf({ rank, acceptedSolutions }, ICPC_MEDALS)).toBe(medal);
  });

  test('go to winners, medals, groups and firsts, ties included', () => {
    const rows = [row(7, 1, 5, [1]), row(8, 1, 5), row(9, 3, 4, [0]), row(10, 13, 1), row(11, 14, 0)];
    const groups = [
      { groupId: 3, userIds: new Set([9, 10]) },
      { groupId: 4, userIds: new Set([11]) },
    ];
    expect(awardsOf(rows, { ...ICPC_MEDALS, bronze: 6 }, groups)).toEqual([
      { kind: 'winner', of: null, userIds: [7, 8] },
      { kind: 'gold', of: null, userIds: [7, 8, 9] },
      { kind: 'bronze', of: null, userIds: [10] },
      { kind: 'groupWinner', of: 3, userIds: [9] },
      { kind: 'firstToSolve', of: 0, userIds: [9] },
      { kind: 'firstToSolve', of: 1, userIds: [7] },
    ]);
  });

  test('of a contest in which nobody solved anything are none', () => {
    expect(awardsOf([row(1, 1, 0), row(2, 1, 0)], ICPC_MEDALS)).toEqual([]);
  });
});
