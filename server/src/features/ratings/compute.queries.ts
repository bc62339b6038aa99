import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { CONTEST_COLUMNS } from '#features/contests/contests.queries.ts';

/** Arbitrary number, used for no other lock of Balloon. */
const RATING_LOCK = 7_266_209;

/** Locks the computation until the end of the transaction; false while another one runs. */
export async function takeRatingTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(${RATING_LOCK}) as is_taken
  `.execute(tx);
  return rows[0]?.isTaken ?? false;
}

export async function startRatingVersion(
  tx: Tx,
  version: { computedAtMs: number; computedById: number },
): Promise<void> {
  await tx.insertInto('ratingVersion').values(version).execute();
}

/** Deletes all ratings, not by `truncate`, which would block readers. */
export async function clearRatings(tx: Tx): Promise<void> {
  await tx.deleteFrom('ratingChange').execute();
}

/** Rated contests of at least one group, by start. */
export function findRatedContests(tx: Tx) {
  return tx
    .selectFrom('contest')
    .select([...CONTEST_COLUMNS, 'contest.lastEventSeq'])
    .where('contest.isRated', '=', true)
    .where(sql<boolean>`exists (select from contest_group where contest_id = contest.id)`)
    .orderBy('contest.startTimeMs')
    .orderBy('contest.id')
    .execute();
}
export type RatedContest = Awaited<ReturnType<typeof findRatedContests>>[number];

export function findGroupMembers(tx: Tx) {
  return tx.selectFrom('userGroupMember').select(['groupId', 'accountId']).execute();
}

export async function findProblemIds(tx: Tx, contestId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('contestProblem')
    .select('problemId')
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  return rows.map(({ problemId }) => problemId);
}

export interface ChangeToStore {
  userId: number;
  groupId: number;
  rank: number;
  expectedRank: number;
  penaltyMin: number;
  ratingBefore: number;
  ratingAfter: number;
  performance: number;
}

/** Inserts all changes of a contest in one statement. */
export async function insertRatingChanges(
  tx: Tx,
  contestId: number,
  changes: readonly ChangeToStore[],
): Promise<void> {
  await sql`
    insert into rating_change (
      contest_id, group_id, account_id, real_rank, expected_rank, penalty_min,
      rating_before, rating_after, performance, is_current
    )
    select ${contestId}, "groupId", "userId", rank, "expectedRank", "penaltyMin",
      "ratingBefore", "ratingAfter", performance, false
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change(
      "groupId" integer, "userId" integer, rank integer, "expectedRank" double precision, "penaltyMin" integer,
      "ratingBefore" double precision, "ratingAfter" double precision, performance double precision
    )
  `.execute(tx);
}

/** Marks the last change of each person in each group as their present rating. */
export async function markCurrentRatings(tx: Tx): Promise<void> {
  await sql`
    update rating_change set is_current = true
    where id in (select max(id) from rating_change group by group_id, account_id)
  `.execute(tx);
}
