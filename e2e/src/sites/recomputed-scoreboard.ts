import { isDeepStrictEqual } from 'node:util';
import type {
  ScoreboardCell,
  ScoreboardPage,
  ScoreboardRow,
} from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { Db } from '@balloon/database/connect.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import {
  createScoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  type ViewedRow,
  viewScoreboard,
} from '@balloon/domain/scoreboard/scoreboard.ts';
import { recompute, summary } from '@balloon/domain/testing/plain-scoreboard.ts';
import { type ContestEvent, readContestEvents } from '@balloon/server/features/contests/contest-log.ts';
import { type RankedPerson, readRankedPeople, readScoredContest } from '#sites/scored-contest.ts';

/** Row of the scoreboard reduced to results: without names, roles, and the texts of older clients. */
export type ResultRow = Omit<ScoreboardRow, 'user' | 'cells'> & {
  userId: number;
  cells: Omit<ScoreboardCell, 'result' | 'acceptedAt'>[];
};

/**
 * Recomputes the live table as one person should see it from the contest's log in the database, by the rules of the
 * contest: by a fold that begins anew, and once more as plainly as the rules read. Who compares with it compares with both.
 *
 * @param viewer a person without a special role, unless `isSupervisor`
 * @throws {Error} when fold and plain computation disagree
 */
export async function recomputeScoreboard(
  db: Db,
  contestId: number,
  viewer: { id: number; isSupervisor: boolean },
): Promise<ResultRow[]> {
  const contest = await readScoredContest(db, contestId);
  const people = await readRankedPeople(db, contestId);
  const log = (await readWholeLog(db, contestId)).flatMap((event) => asScoreboardEvents(event, people));
  const question = {
    viewerId: viewer.id,
    viewerIsSupervisor: viewer.isSupervisor,
    atMs: Number.POSITIVE_INFINITY,
    nowMs: Date.now(),
  };
  const view = viewScoreboard(createScoreboard(contest, log), question);
  const [folded, plain] = [summary(view), recompute(contest, log, question)];
  if (!isDeepStrictEqual(folded, plain)) {
    throw new Error(`The fold of contest ${contestId} differs: ${JSON.stringify({ folded, plain })}`);
  }
  return view.rows.map((row) => asResultRow(contest, row));
}

/** Reduces the table that a web process serves to the same form. */
export function resultRows({ rows }: ScoreboardPage): ResultRow[] {
  return rows.map(({ user, cells, ...row }) => ({
    userId: user.id,
    cells: cells.map(({ result: _, acceptedAt: __, ...cell }) => cell),
    ...row,
  }));
}

async function readWholeLog(db: Db, contestId: number): Promise<ContestEvent[]> {
  const log: ContestEvent[] = [];
  for (;;) {
    const more = await readContestEvents(db, contestId, log.length);
    if (more.length === 0) return log;
    log.push(...more.map(({ event }) => event));
  }
}

function asScoreboardEvents(
  event: ContestEvent,
  people: ReadonlyMap<number, RankedPerson>,
): ScoreboardEvent[] {
  switch (event.type) {
    case 'joined': {
      const { isSupervisor = false, tieName = '' } = people.get(event.userId) ?? {};
      return [
        { ...event, isSupervisor },
        { type: 'named', userId: event.userId, tieName },
      ];
    }
    case 'solution':
      return [{ ...event, type: 'attempt' }];
    case 'changed':
      return [];
    default:
      return [event];
  }
}

function asResultRow(contest: ScoreboardContest, { cells, ...row }: ViewedRow): ResultRow {
  const own = { ...contest, startTimeMs: contest.startTimeMs + (row.startShiftMs ?? 0) };
  return {
    ...row,
    cells: cells.map(({ acceptedAtMs, penaltyMin: penalty, isFrozen, ...cell }, position) => ({
      problemSymbol: String.fromCharCode('A'.charCodeAt(0) + position),
      ...(acceptedAtMs !== undefined && { acceptedAfterMs: contestTimeMs(own, acceptedAtMs) }),
      ...(penalty !== undefined && { penalty }),
      ...(isFrozen && { cellFrozen: true }),
      ...cell,
    })),
  };
}
