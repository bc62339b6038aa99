import { describe, expect, test } from 'vitest';
import {
  applyEvent,
  createScoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  type ScoreboardView,
  setContest,
  viewScoreboard,
} from '#scoreboard.ts';
import { VERDICTS, type VerdictKey } from '#verdicts.ts';

const MINUTE = 60_000;
const START = Date.UTC(2024, 3, 6, 9);
const A = 101;
const B = 102;

const at = (minute: number, second = 0) => START + minute * MINUTE + second * 1000;

const contest: ScoreboardContest = {
  startTimeMs: START,
  durationTimeMs: 300 * MINUTE,
  relativeFreezeTimeMs: 180 * MINUTE,
  practiceDurationTimeMs: 60 * MINUTE,
  problemIds: [A, B],
};

let lastSolutionId = 0;

function attempt(userId: number, problemId: number, verdict: VerdictKey | null, sentAtMs: number) {
  lastSolutionId += 1;
  const verdictId = verdict && VERDICTS[verdict].id;
  return { type: 'attempt', solutionId: lastSolutionId, userId, problemId, sentAtMs, verdictId } as const;
}

function joined(userId: number, joinedAtMs = START - MINUTE + userId, isSupervisor = false): ScoreboardEvent {
  return { type: 'joined', userId, isSupervisor, joinedAtMs };
}

interface Looking {
  viewerId?: number;
  viewerIsSupervisor?: boolean;
  atMs?: number;
  nowMs: number;
}

function view(events: readonly ScoreboardEvent[], looking: Looking): ScoreboardView {
  const board = createScoreboard(contest);
  for (const event of events) applyEvent(board, event);
  return viewScoreboard(board, {
    viewerId: null,
    viewerIsSupervisor: false,
    atMs: Number.POSITIVE_INFINITY,
    ...looking,
  });
}

/** `rank, user, accepted, penalty: cells`, a cell being `result time`, with F when frozen. */
function drawn({ rows }: ScoreboardView): string[] {
  return rows.map((row) => {
    const cells = row.cells.map(({ result, acceptedAt, cellFrozen }) =>
      [result, acceptedAt, cellFrozen && 'F'].filter(Boolean).join(' '),
    );
    return `${row.displayRank}, u${row.userId}, ${row.acceptedSolutions}, ${row.penalty}: ${cells.join(' | ')}`;
  });
}

const userIds = ({ rows }: ScoreboardView) => rows.map((row) => row.userId);

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
