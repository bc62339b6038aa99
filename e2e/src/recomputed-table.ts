import type { Table2, TableRow } from '@balloon/contracts/scoreboard.ts';
import type { Db } from '@balloon/database/connect.ts';
import {
  createScoreboard,
  type ScoreboardEvent,
  type ViewedRow,
  viewScoreboard,
} from '@balloon/domain/scoreboard.ts';
import { type ContestEvent, readContestEvents } from '@balloon/server/features/contests/contest-log.ts';

/** A row of the table without what is no result: names and roles. */
export type ResultRow = Omit<TableRow, 'user'> & { userId: number };

/**
 * The live table as one person should see it, folded anew from the contest's log in the database.
 *
 * @param viewer somebody without a special role, unless `isSupervisor`
 */
export async function recomputeTable(
  db: Db,
  contestId: number,
  viewer: { id: number; isSupervisor: boolean },
): Promise<ResultRow[]> {
  const contest = await db
    .selectFrom('contest')
    .select(['startTimeMs', 'durationTimeMs', 'relativeFreezeTimeMs', 'practiceDurationTimeMs'])
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
  return rows.map(asResultRow);
}

/** What a web process serves, in the same form. */
export function resultRows({ rows }: Table2): ResultRow[] {
  return rows.map(({ user, ...row }) => ({ userId: user.id, ...row }));
}

/** Nobody in these contests is a supervisor and takes part. */
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

function asResultRow({ cells, ...row }: ViewedRow): ResultRow {
  return {
    ...row,
    cells: cells.map(({ acceptedAtMs: _, wrongTries: __, ...cell }, position) => ({
      problemSymbol: String.fromCharCode('A'.charCodeAt(0) + position),
      ...cell,
    })),
  };
}
