import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awardsOf, ICPC_MEDALS, medalOf } from '#ceremony/awards.ts';
import { type CeremonyViews, ceremonyViews } from '#ceremony/ceremony-views.ts';
import { resolverSteps, tableAfter } from '#ceremony/resolver.ts';
import {
  MAX_SLIDE_NAMES,
  type PresentedContest,
  sceneAfter,
  scriptOf,
  stepInNewScript,
} from '#ceremony/script.ts';
import { thawTimeMs } from '#contests/contest-phase.ts';
import { createScoreboard, viewScoreboard } from '#scoreboard/scoreboard.ts';
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

/** What is presented of a log, with an award. */
function presented(views: CeremonyViews, awards: PresentedContest['awards'] = []): PresentedContest {
  const finals = new Map(views.final.rows.map((row) => [row.userId, row]));
  return {
    ...{ contest: { name: 'Cup' }, problems: [], rules: views.rules, tieOrder: views.tieOrder, awards },
    rows: views.rows.map((row) => ({
      ...{ ...row, name: String(row.userId), rank: finals.get(row.userId)?.rank ?? 0 },
      ...{ team: null, hasPlace: true },
    })),
  };
}

describe('a script', () => {
  test('divides an award with many names among slides that each have about as many', () => {
    const userIds = Array.from({ length: 2 * MAX_SLIDE_NAMES + 1 }, (_, index) => index);
    const names = userIds.map(String);
    const views = viewsOf(logOf([], []));
    const { slides, length } = scriptOf(
      presented(views, [{ kind: 'byHand', of: 1, title: 'Thanks', userIds, names }]),
    );
    expect(slides.map((slide) => slide.userIds.length)).toEqual([25, 25, 23]);
    expect(slides.flatMap((slide) => slide.names)).toEqual(names);
    expect(length).toBe(4);
    expect(scriptOf(presented(views, [{ kind: 'byHand', of: 1, userIds: [] }])).length).toBe(2);
    expect(scriptOf(presented(views)).length).toBe(0);
  });

  test('ends with the final table, which nothing covers', () => {
    const script = scriptOf(
      presented(viewsOf(logOf([], [])), [{ kind: 'byHand', of: 1, title: 'Thanks', userIds: [1] }]),
    );
    const [last, end] = [sceneAfter(script, script.length - 1), sceneAfter(script, script.length)];
    expect([last.slide?.title, last.isOver, last.nextSlide]).toEqual(['Thanks', false, undefined]);
    expect(end).toMatchObject({ slide: null, honoured: null, place: 0, isOver: true });
  });

  test('that is made anew stands where as many rows are settled, and at both ends as before', () => {
    fc.assert(
      fc.property(joinings, histories, histories, fc.nat(), (people, solutions, others, wanted) => {
        const before = scriptOf(presented(viewsOf(logOf(people, solutions))));
        const now = scriptOf(presented(viewsOf(logOf(people, others))));
        const step = wanted % (before.length + 1);
        const settledIn = (script: typeof before, number: number) =>
          script.steps.slice(0, number).filter(({ kind }) => kind === 'settle').length;
        const next = stepInNewScript(before, step, now);
        const rows = now.ceremony.rows.length;
        const isOver = step > 0 && step >= before.steps.length;
        expect(settledIn(now, next)).toBe(isOver ? rows : Math.min(settledIn(before, step), rows));
        expect(stepInNewScript(before, 0, now)).toBe(0);
        expect(stepInNewScript(before, before.length, now)).toBe(before.length === 0 ? 0 : now.length);
        expect(stepInNewScript(before, step, before)).toBeLessThanOrEqual(step);
      }),
    );
  });
});
