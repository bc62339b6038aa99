import { describe, expect, test } from 'vitest';
import { endTimeMs, freezeTimeMs } from '#contests/contest-phase.ts';
import { USUAL_RULES } from '#contests/scoring-rules.ts';
import { finalResults } from '#rating/results.ts';
import {
  createScoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  viewScoreboard,
} from '#scoreboard/scoreboard.ts';
import { A, at, attempt, B, contest, drawn, joined } from '#testing/worked-example.ts';

const MINUTE_MS = 60_000;
const EVER = Number.POSITIVE_INFINITY;
const extraTime = (userId: number, minutes: number) =>
  ({ type: 'extraTime', userId, extraTimeMs: minutes * MINUTE_MS }) as const;

function table(
  times: ScoreboardContest,
  log: readonly ScoreboardEvent[],
  asked: { viewerId?: number; supervisor?: boolean; nowMs: number; scope?: 'contest' | 'practice' },
) {
  const { viewerId = null, supervisor: viewerIsSupervisor = false, ...rest } = asked;
  return viewScoreboard(createScoreboard(times, log), { viewerId, viewerIsSupervisor, atMs: EVER, ...rest });
}

describe('extra time', () => {
  const longer = { ...contest, extraTimeMs: 10 * MINUTE_MS };
  const log = [
    ...[joined(1), joined(2), joined(3)],
    attempt(1, A, 'accepted', at(100)),
    extraTime(1, 10),
    attempt(1, B, 'accepted', at(308)),
    attempt(2, A, 'accepted', at(305)),
    attempt(3, A, 'accepted', at(90)),
  ];
  const official = (nowMs: number, supervisor = true) =>
    table(longer, log, { supervisor, nowMs, scope: 'contest' });

  test('counts what its owner sends until their own end, at its true time, and nothing of others', () => {
    expect(drawn(official(at(320)))).toEqual([
      '1, u1, 2, 408: + 01:40 | + 05:08',
      '2, u3, 1, 90: + 01:30 | —',
      '3, u2, 0, 0: — | —',
    ]);
    expect(official(at(320)).rows[0]).toMatchObject({ acceptedSolutionsInTime: 2, extraTimeMs: 600_000 });
    expect(official(at(320)).rows[0]?.cells[1]).toMatchObject({ inPractice: false, isFirstSolve: true });
  });

  test('ends at its very last instant', () => {
    const sentAt = (sentAtMs: number) =>
      table(longer, [joined(1), extraTime(1, 10), attempt(1, A, 'accepted', sentAtMs)], {
        ...{ supervisor: true, nowMs: at(400), scope: 'contest' },
      }).rows[0]?.acceptedSolutions;
    expect([sentAt(at(310)), sentAt(at(310) + 1)]).toEqual([1, 0]);
  });

  test('keeps the freeze on for everybody until the last end has passed', () => {
    const seen = (nowMs: number) => table(longer, log, { viewerId: 3, nowMs, scope: 'contest' });
    expect(seen(at(309))).toMatchObject({ isFrozen: true });
    expect(drawn(seen(at(309)))).toEqual([
      '1, u3, 1, 90: + 01:30 | —',
      '2, u1, 1, 100: + 01:40 | — F',
      '3, u2, 0, 0: — | —',
    ]);
    expect(drawn(seen(at(310, 1)))).toEqual(drawn(official(at(310, 1))));
  });

  test('is shown to its owner and to supervisors only', () => {
    const extraOf = (viewerId: number) =>
      table(longer, log, { viewerId, nowMs: at(10) }).rows.map(({ extraTimeMs }) => extraTimeMs);
    expect(extraOf(1).filter((ms) => ms !== undefined)).toEqual([600_000]);
    expect(extraOf(2).filter((ms) => ms !== undefined)).toEqual([]);
  });

  test('can be changed and taken back, and goes when its owner is removed', () => {
    const solvedAfter = (...events: ScoreboardEvent[]) =>
      table(longer, [...log, ...events], { supervisor: true, nowMs: at(400), scope: 'contest' }).rows.find(
        ({ userId }) => userId === 1,
      )?.acceptedSolutions;
    expect(solvedAfter(extraTime(1, 7))).toBe(1);
    expect(solvedAfter(extraTime(1, 0))).toBe(1);
    expect(solvedAfter(extraTime(1, 0), extraTime(1, 8))).toBe(2);
    expect(solvedAfter({ type: 'left', userId: 1 }, joined(1))).toBe(1);
  });

  test('counts in ratings', () => {
    expect(finalResults({ ...longer, problemIds: [A, B] }, log)).toMatchObject([
      { userId: 1, accepted: 2, penaltyMin: 408 },
      { userId: 3, accepted: 1 },
      { userId: 2, accepted: 0, hasSent: false },
    ]);
  });
});

describe('the very instants of freeze and end', () => {
  const icpc = { ...contest, scoring: { ...USUAL_RULES, edgeInstants: 'excluded' as const } };
  const solvedAt = (sentAtMs: number, seen: object, times: ScoreboardContest) =>
    table(times, [joined(1), attempt(1, A, 'accepted', sentAtMs)], { nowMs: at(400), ...seen }).rows[0]
      ?.acceptedSolutions;

  test.each([
    ['the freeze is still shown', freezeTimeMs(contest), { nowMs: endTimeMs(contest) }],
    ['the end is in time', endTimeMs(contest), { scope: 'contest' as const }],
  ])('what is sent at %s, unless the contest takes it for later as the ICPC does', (_, sentAtMs, seen) => {
    expect([solvedAt(sentAtMs, seen, contest), solvedAt(sentAtMs, seen, icpc)]).toEqual([1, 0]);
    expect(solvedAt(sentAtMs - 1, seen, icpc)).toBe(1);
  });
});

describe('a removed interval', () => {
  const interval = { id: 1, fromMs: at(60), toMs: at(75), isEndMoved: false };
  const cut = { ...contest, removedIntervals: [interval] };
  const solvedAt = (sentAtMs: number, wrongAtMs = at(1)) =>
    drawn(
      table(cut, [joined(1), attempt(1, A, 'wrongAnswer', wrongAtMs), attempt(1, A, 'accepted', sentAtMs)], {
        ...{ supervisor: true, nowMs: at(200) },
      }),
      cut,
    )[0];

  test.each([
    ['before it counts in full', at(59, 59), '1, u1, 1, 79: +1 00:59 | —'],
    ['in it counts for nobody', at(60), '1, u1, 0, 0: -1 | —'],
    ['at its last instant counts for nobody', at(74, 59), '1, u1, 0, 0: -1 | —'],
    ['at its end is as late as its beginning', at(75), '1, u1, 1, 80: +1 01:00 | —'],
    ['after it is earlier by its length', at(95, 30), '1, u1, 1, 100: +1 01:20 | —'],
  ])('a solution %s', (_name, sentAtMs, row) => {
    expect(solvedAt(sentAtMs)).toBe(row);
  });

  test('makes wrong tries in it cost nothing', () => {
    expect(solvedAt(at(95), at(70))).toBe('1, u1, 1, 80: + 01:20 | —');
  });

  test('hides attempts in it also from what others see in the freeze', () => {
    const frozen = { ...contest, removedIntervals: [{ ...interval, fromMs: at(190), toMs: at(200) }] };
    const log = [joined(1), attempt(1, A, 'accepted', at(195))];
    expect(drawn(table(frozen, log, { viewerId: 2, nowMs: at(250) }))).toEqual(['1, u1, 0, 0: — | —']);
  });

  test('has its solutions counted at its beginning in their order, where the contest counts them', () => {
    const counting = { ...cut, scoring: { ...USUAL_RULES, removedSolutions: 'counted' as const } };
    const log = [
      ...[joined(1), joined(2)],
      attempt(1, A, 'accepted', at(72)),
      attempt(2, A, 'wrongAnswer', at(61)),
      attempt(2, A, 'accepted', at(63)),
    ];
    const view = table(counting, log, { supervisor: true, nowMs: at(200) });
    expect(drawn(view, counting)).toEqual(['1, u1, 1, 60: + 01:00 | —', '2, u2, 1, 80: +1 01:00 | —']);
    expect(view.rows.map(({ cells }) => cells[0]?.isFirstSolve)).toEqual([undefined, true]);
  });
});
