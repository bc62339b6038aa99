import { describe, expect, test } from 'vitest';
import {
  applyEvent,
  correctRoles,
  createScoreboard,
  participantIds,
  setContest,
  viewScoreboard,
} from '#scoreboard/scoreboard.ts';
import {
  A,
  at,
  attempt,
  B,
  contest,
  drawn,
  joined,
  type Looking,
  START,
  userIds,
  view,
} from '#testing/worked-example.ts';

describe('the worked example of the reference', () => {
  const log = [
    joined(5),
    joined(6),
    joined(7),
    joined(9, START, true),
    attempt(5, A, 'wrongAnswer', at(10)),
    attempt(5, A, 'accepted', at(30, 59)),
    attempt(6, A, 'accepted', at(30)),
    attempt(6, B, 'wrongAnswer', at(100)),
    attempt(6, B, 'accepted', at(190)),
    attempt(7, A, 'accepted', at(180)),
    attempt(7, B, 'wrongAnswer', at(185)),
    attempt(9, A, 'accepted', at(5)),
  ];
  const nowMs = at(200);

  test('a participant sees others as of the freeze', () => {
    expect(drawn(view(log, { viewerId: 5, nowMs }))).toEqual([
      '1, u6, 1, 30: + 00:30 | -1 F',
      '2, u5, 1, 50: +1 00:30 | —',
      '3, u7, 1, 180: + 03:00 | — F',
    ]);
  });

  test('one sees the own row live among frozen ones', () => {
    expect(drawn(view(log, { viewerId: 6, nowMs }))).toEqual([
      '1, u6, 2, 240: + 00:30 | +1 03:10',
      '2, u5, 1, 50: +1 00:30 | —',
      '3, u7, 1, 180: + 03:00 | — F',
    ]);
  });

  test('a supervisor sees everything', () => {
    expect(drawn(view(log, { viewerId: 9, viewerIsSupervisor: true, nowMs }))).toEqual([
      '1, u6, 2, 240: + 00:30 | +1 03:10',
      '2, u9, 1, 5: + 00:05 | —',
      '3, u5, 1, 50: +1 00:30 | —',
      '4, u7, 1, 180: + 03:00 | -1',
    ]);
  });

  test('rewinding shows that instant', () => {
    expect(drawn(view(log, { viewerId: 5, nowMs, atMs: at(50) }))).toEqual([
      '1, u6, 1, 30: + 00:30 | —',
      '2, u5, 1, 50: +1 00:30 | —',
      '3, u7, 0, 0: — | —',
    ]);
  });
});

describe('the log', () => {
  test('an earlier attempt accepted later closes the cell where it belongs', () => {
    const early = attempt(1, A, null, at(10));
    const log = [joined(1), early, attempt(1, A, 'wrongAnswer', at(20)), { ...early, verdictId: 1 }];
    expect(drawn(view(log, { nowMs: at(30) }))).toEqual(['1, u1, 1, 10: + 00:10 | —']);
  });

  test('a solution sent back to the judges or deleted no longer counts', () => {
    const solved = attempt(1, A, 'accepted', at(10));
    const sentBack = { ...solved, verdictId: null };
    expect(drawn(view([joined(1), solved, sentBack], { nowMs: at(30) }))).toEqual(['1, u1, 0, 0: — | —']);
    const deleted = { type: 'deleted', solutionId: solved.solutionId } as const;
    expect(drawn(view([joined(1), solved, deleted], { nowMs: at(30) }))).toEqual(['1, u1, 0, 0: — | —']);
  });

  test('a deleted solution that was never logged changes nothing', () => {
    const log = [joined(1), { type: 'deleted', solutionId: 123_456 } as const];
    expect(drawn(view(log, { nowMs: at(30) }))).toEqual(['1, u1, 0, 0: — | —']);
  });

  test('who left has no row', () => {
    const log = [joined(1), joined(2), { type: 'left', userId: 1 } as const];
    expect(userIds(view(log, { nowMs: at(30) }))).toEqual([2]);
  });

  test('who becomes a supervisor disappears from the public table', () => {
    const log = [joined(1), joined(2), attempt(1, A, 'accepted', at(1)), joined(1, START, true)];
    const board = view([...log, attempt(2, A, 'accepted', at(2))], { viewerId: 2, nowMs: at(30) });
    expect(userIds(board)).toEqual([2]);
    expect(board.rows[0]?.cells[0]).toMatchObject({ isFirstSolve: true });
  });

  test('roles can be corrected without the log', () => {
    const board = createScoreboard(contest, [joined(1), joined(2, START, true)]);
    const roles = [1, 2, 3].map((userId) => ({ userId, isSupervisor: userId === 1 }));
    expect([correctRoles(board, roles), correctRoles(board, roles)]).toEqual([2, 0]);
    const asked = { viewerId: null, viewerIsSupervisor: false, atMs: at(1), nowMs: at(1) };
    expect(userIds(viewScoreboard(board, asked))).toEqual([2]);
    expect(participantIds(board)).toEqual([1, 2]);
  });

  test('changed times and problems score everything anew', () => {
    const board = createScoreboard(contest, [joined(1), attempt(1, A, 'accepted', at(10))]);
    const changed = { ...contest, startTimeMs: at(4), problemIds: [B, A] };
    setContest(board, changed);
    const seen = viewScoreboard(board, {
      viewerId: 1,
      viewerIsSupervisor: false,
      atMs: at(30),
      nowMs: at(30),
    });
    expect(drawn(seen, changed)).toEqual(['1, u1, 1, 6: — | + 00:06']);
  });
});

describe('order and rank', () => {
  const solvers = (...times: [userId: number, minute: number][]) =>
    times.flatMap(([userId, minute]) => [joined(userId), attempt(userId, A, 'accepted', at(minute))]);

  test('more solved wins, then less penalty, then who joined first', () => {
    const log = [
      ...solvers([1, 50], [2, 40], [4, 50], [3, 50]),
      joined(5),
      attempt(5, A, 'accepted', at(100)),
      attempt(5, B, 'accepted', at(101)),
    ];
    expect(userIds(view(log, { nowMs: at(110) }))).toEqual([5, 2, 1, 3, 4]);
  });

  test('ties share a rank and show the places they take', () => {
    const { rows } = view([...solvers([1, 10], [2, 20], [3, 20], [4, 30]), joined(5)], { nowMs: at(110) });
    expect(rows.map((row) => row.rank)).toEqual([1, 2, 2, 4, 5]);
    expect(rows.map((row) => row.displayRank)).toEqual([1, '2-3', '2-3', 4, 5]);
    expect(rows.map((row) => row.groupNumber)).toEqual([1, 1, 1, 1, 2]);
    expect(rows.map((row) => row.globalIndex)).toEqual([0, 1, 2, 3, 4]);
  });

  test('after the end equal results on places 3 and 4 both show 3-4', () => {
    const { rows } = view(solvers([1, 1], [2, 2], [3, 190], [4, 190]), { viewerId: 3, nowMs: at(301) });
    expect(rows.map((row) => row.displayRank)).toEqual([1, 2, '3-4', '3-4']);
  });
});

describe('what others may know', () => {
  test('rows of supervisors are for supervisors', () => {
    const log = [joined(1), joined(9, START, true), attempt(9, A, 'accepted', at(5))];
    const forUser = view(log, { viewerId: 1, nowMs: at(10) });
    expect(userIds(forUser)).toEqual([1]);
    expect(forUser.lastSolutionSentAtMs).toBe(0);
    const forSupervisor = view(log, { viewerId: 9, viewerIsSupervisor: true, nowMs: at(10) });
    expect(userIds(forSupervisor)).toEqual([9, 1]);
    expect(forSupervisor.lastSolutionSentAtMs).toBe(at(5));
    expect(forSupervisor.rows[0]?.cells[0]).not.toHaveProperty('isFirstSolve');
  });

  const frozenLog = [
    joined(1),
    joined(2),
    attempt(2, A, 'accepted', at(180, 1)),
    attempt(2, B, null, at(200)),
  ];

  test('the last submission shown is not one that the freeze hides', () => {
    expect(view(frozenLog, { viewerId: 1, nowMs: at(210) }).lastSolutionSentAtMs).toBe(0);
    expect(view(frozenLog, { viewerId: 2, nowMs: at(210) }).lastSolutionSentAtMs).toBe(at(180, 1));
    expect(view(frozenLog, { viewerId: 1, nowMs: at(300, 1) }).lastSolutionSentAtMs).toBe(at(180, 1));
  });

  test('a frozen cell tells of activity, whatever its verdict', () => {
    const compiled = attempt(2, B, 'compilationError', at(190));
    const { rows } = view([...frozenLog, compiled], { viewerId: 1, nowMs: at(300) });
    expect(rows.find((row) => row.userId === 2)?.cells).toEqual([
      { isFrozen: true, wrongTries: 0, pendingTries: 1 },
      { isFrozen: true, wrongTries: 0, pendingTries: 2 },
    ]);
  });

  test('the freeze lifts by itself after the main time, and returns when one rewinds into it', () => {
    const nowMs = at(300) + 1;
    expect(drawn(view(frozenLog, { viewerId: 1, nowMs }))[0]).toBe('1, u2, 1, 180: + 03:00 | —');
    const rewound = view(frozenLog, { viewerId: 1, nowMs, atMs: at(190) });
    expect(drawn(rewound)).toEqual(['1-2, u1, 0, 0: — | —', '1-2, u2, 0, 0: — F | —']);
  });

  test('nobody else’s late solve makes one lose a first solve during the freeze', () => {
    const log = [...frozenLog, attempt(1, A, 'accepted', at(181))];
    const isFirst = (looking: Looking) =>
      view(log, looking).rows.map((row) => row.userId === 1 && row.cells[0]?.isFirstSolve);
    expect(isFirst({ viewerId: 1, nowMs: at(200) })).not.toContain(true);
  });

  test('who joined later than the instant shown is listed with empty cells', () => {
    const log = [joined(1), joined(2, at(100)), attempt(2, A, 'accepted', at(110))];
    expect(drawn(view(log, { viewerId: 1, nowMs: at(120), atMs: at(50) }))).toEqual([
      '1-2, u1, 0, 0: — | —',
      '1-2, u2, 0, 0: — | —',
    ]);
  });
});

describe('after the end', () => {
  // User 1: a try in time, a solve in the freeze and one in practice; user 2 came for the practice.
  const log = [
    joined(1),
    joined(3),
    joined(2, at(310)),
    attempt(1, A, 'accepted', at(200)),
    attempt(1, B, 'accepted', at(320)),
    attempt(2, A, 'accepted', at(330)),
    attempt(3, A, 'accepted', at(100)),
  ];
  const nowMs = at(340);

  test('the contest alone stays as it ended, and the practice goes on', () => {
    const official = view(log, { nowMs, scope: 'contest' });
    expect(drawn(official)).toEqual(['1, u3, 1, 100: + 01:40 | —', '2, u1, 1, 200: + 03:20 | —']);
    expect(official.statistics).toEqual([
      { solved: 2, tried: 2, tries: 2 },
      { solved: 0, tried: 0, tries: 0 },
    ]);
    expect(official.lastSolutionSentAtMs).toBe(at(200));
    const withPractice = view(log, { nowMs, scope: 'practice' });
    expect(drawn(withPractice)).toEqual([
      '1, u1, 2, 520: + 03:20 | + 05:20',
      '2, u3, 1, 100: + 01:40 | —',
      '3, u2, 1, 330: + 05:30 | —',
    ]);
    expect(drawn(view(log, { nowMs }))).toEqual(drawn(withPractice));
  });

  test('who came for the practice has no row of their own in the contest', () => {
    expect(view(log, { nowMs, viewerId: 2, scope: 'contest' }).ownRow).toBeNull();
    expect(view(log, { nowMs, viewerId: 2, scope: 'practice' }).ownRow).toMatchObject({ rank: 3 });
  });

  test('an instant of the freeze shows what was seen then, or what really was', () => {
    const asked = { nowMs, scope: 'contest', atMs: at(250) } as const;
    const shown = view(log, asked);
    expect(drawn(shown)).toEqual(['1, u3, 1, 100: + 01:40 | —', '2, u1, 0, 0: — F | —']);
    expect(shown.isFrozen).toBe(true);
    const real = view(log, { ...asked, past: 'real' });
    expect(drawn(real)).toEqual(['1, u3, 1, 100: + 01:40 | —', '2, u1, 1, 200: + 03:20 | —']);
    expect(real.isFrozen).toBe(false);
  });

  test('the very end shows the result once the freeze has lifted, and the frozen view until then', () => {
    const end = { atMs: at(300), scope: 'contest' } as const;
    expect(drawn(view(log, { ...end, nowMs: at(300) + 1 }))[1]).toBe('2, u1, 1, 200: + 03:20 | —');
    expect(drawn(view(log, { ...end, nowMs: at(300) }))[1]).toBe('2, u1, 0, 0: — F | —');
    expect(drawn(view(log, { ...end, nowMs: at(300), past: 'real' }))[1]).toBe('2, u1, 0, 0: — F | —');
  });
});

test('somebody who joined after the end gets a row in tables of all instants by what they sent before it', () => {
  const board = createScoreboard(contest, [joined(1), joined(2, at(310))]);
  const early = { viewerId: null, viewerIsSupervisor: false, atMs: at(5), nowMs: at(320) } as const;
  const rowsAt = () => viewScoreboard(board, { ...early, scope: 'contest' }).rows.map(({ userId }) => userId);
  expect(rowsAt()).toEqual([1]);
  const sent = attempt(2, A, 'wrongAnswer', at(100));
  expect(applyEvent(board, sent)).toBe(Number.NEGATIVE_INFINITY);
  expect(rowsAt()).toEqual([1, 2]);
  applyEvent(board, { type: 'deleted', solutionId: sent.solutionId });
  expect(rowsAt()).toEqual([1]);
});
