import type { ScoreboardCell, ScoreboardPage, ScoreboardRow } from '@balloon/contracts/scoreboard.ts';
import type { Db } from '@balloon/database/connect.ts';
import { contestTimeMs } from '@balloon/domain/contest-time.ts';
import {
  createScoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  type ViewedRow,
  viewScoreboard,
} from '@balloon/domain/scoreboard.ts';
import { type ContestEvent, readContestEvents } from '@balloon/server/features/contests/contest-log.ts';

/** Row of the scoreboard reduced to results: without names, roles, and the texts of older clients. */
export type ResultRow = Omit<ScoreboardRow, 'user' | 'cells'> & {
  userId: number;
  cells: Omit<ScoreboardCell, 'result' | 'acceptedAt'>[];
};

/**
 * Recomputes the live table as one person should see it from the contest's log in the database.
 *
 * @param viewer a person without a special role, unless `isSupervisor`
 */
export async function recomputeScoreboard(
  db: Db,
  contestId: number,
  viewer: { id: number; isSupervisor: boolean },
): Promise<ResultRow[]> {
  const contest = await db
    .selectFrom('contest')
    .select(['startTimeMs', 'durationTimeMs', 'relativeFreezeTimeMs', 'practiceDurationTimeMs'])
    .select(['extraTimeMs', 'removedIntervals'])
    .where('id', '=', contestId)
    .executeTakeFirstOrThrow();
  const problems = await db
    .selectFrom('contestProblem')
    .select('problemId')
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  const log = await readContestEvents(db, contestId, 0);
  const scoring = { ...contest, problemIds: problems.map(({ problemId }) => problemId) };
  const board = createScoreboard(
    scoring,
    log.flatMap(({ event }) => asScoreboardEvent(event)),
  );
  const { rows } = viewScoreboard(board, {
    viewerId: viewer.id,
    viewerIsSupervisor: viewer.isSupervisor,
    atMs: Number.POSITIVE_INFINITY,
    nowMs: Date.now(),
  });
  return rows.map((row) => asResultRow(scoring, row));
}

/** Reduces the table that a web process serves to the same form. */
export function resultRows({ rows }: ScoreboardPage): ResultRow[] {
  return rows.map(({ user, cells, ...row }) => ({
    userId: user.id,
    cells: cells.map(({ result: _, acceptedAt: __, ...cell }) => cell),
    ...row,
  }));
}

/** Converts an event of the log. Assumes that no participant of these contests is a supervisor. */
function asScoreboardEvent(event: ContestEvent): ScoreboardEvent[] {
  switch (event.type) {
    case 'joined':
      return [{ ...event, isSupervisor: false }];
    case 'solution':
      return [{ ...event, type: 'attempt' }];
    case 'changed':
      return [];
    default:
      return [event];
  }
}

function asResultRow(contest: ScoreboardContest, { cells, ...row }: ViewedRow): ResultRow {
  return {
    ...row,
    cells: cells.map(({ acceptedAtMs, penaltyMin: penalty, isFrozen, ...cell }, position) => ({
      problemSymbol: String.fromCharCode('A'.charCodeAt(0) + position),
      ...(acceptedAtMs !== undefined && { acceptedAfterMs: contestTimeMs(contest, acceptedAtMs) }),
      ...(penalty !== undefined && { penalty }),
      ...(isFrozen && { cellFrozen: true }),
      ...cell,
    })),
  };
}
