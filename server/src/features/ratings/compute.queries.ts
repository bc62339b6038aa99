import { ADVISORY_LOCKS } from '@balloon/database/advisory-locks.ts';
import { type Db, type Tx, takeTime } from '@balloon/database/connect.ts';
import type { UndecidedSolutions } from '@balloon/database/contest-tables.ts';
import type { RatingRules } from '@balloon/domain/rating/formulas.ts';
import { sql } from 'kysely';
import { CONTEST_COLUMNS } from '#features/contests/contests.queries.ts';

/** Locks the computation until the end of the transaction, which may be long; false while another one runs. */
export async function takeRatingTurn(tx: Tx): Promise<boolean> {
  await takeTime(tx);
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.ratings}) as is_taken
  `.execute(tx);
  return rows[0]?.isTaken ?? false;
}

/** Whether some process holds the turn; one that died has lost it. */
export async function isRatingTurnTaken(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and granted and classid = 0 and objid = ${ADVISORY_LOCKS.ratings}
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return rows.length > 0;
}

/** Rated contests of at least one group, or of this one, by start. */
export function findRatedContests(tx: Tx, groupId: number | null) {
  return tx
    .selectFrom('contest')
    .innerJoin('contestLogHead', 'contestLogHead.contestId', 'contest.id')
    .select([...CONTEST_COLUMNS, 'contestLogHead.lastEventSeq'])
    .where('contest.isRated', '=', true)
    .where(
      sql<boolean>`exists (
        select from contest_group
        where contest_id = contest.id and (${groupId}::integer is null or group_id = ${groupId})
      )`,
    )
    .orderBy('contest.startTimeMs')
    .orderBy('contest.id')
    .execute();
}
export type RatedContest = Awaited<ReturnType<typeof findRatedContests>>[number];

/** Solutions with a verdict that may still change: of a rejudging that is open, or to be cleared by a reset under way. */
export async function findReopened(tx: Tx, contestId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select solution_id as id from rejudging_solution join rejudging on rejudging.id = rejudging_id
    where contest_id = ${contestId} and state = 'open'
    union select unnest(solution_ids[handled_number + 1 :]) from solution_reset where contest_id = ${contestId}
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Stores of which contests verdicts were open when ratings were computed. */
export async function noteUndecided(
  tx: Tx,
  versionNumber: number,
  undecided: readonly UndecidedSolutions[],
): Promise<void> {
  await tx
    .updateTable('ratingVersion')
    .set({ undecided: JSON.stringify(undecided) })
    .where('number', '=', versionNumber)
    .execute();
}

export interface GroupToRate extends RatingRules {
  id: number;
  memberIds: ReadonlySet<number>;
}

/** Finds all groups, or this one, with their rules and members. */
export async function findGroupsToRate(tx: Tx, groupId: number | null): Promise<GroupToRate[]> {
  const { rows } = await sql<RatingRules & { id: number; members: number[] }>`
    select id, rating_formula as formula, rates_silent,
      array(select account_id from user_group_member where group_id = user_group.id) as members
    from user_group
    where ${groupId}::integer is null or id = ${groupId}
    order by id
  `.execute(tx);
  return rows.map(({ members, ...group }) => ({ ...group, memberIds: new Set(members) }));
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
  place: { versionNumber: number; contestId: number },
  changes: readonly ChangeToStore[],
): Promise<void> {
  await sql`
    insert into rating_version_change (
      version_number, contest_id, group_id, account_id, real_rank, expected_rank, penalty_min,
      rating_before, rating_after, performance, is_current
    )
    select ${place.versionNumber}, ${place.contestId}, "groupId", "userId", rank, "expectedRank", "penaltyMin",
      "ratingBefore", "ratingAfter", performance, false
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change(
      "groupId" integer, "userId" integer, rank integer, "expectedRank" double precision, "penaltyMin" integer,
      "ratingBefore" double precision, "ratingAfter" double precision, performance double precision
    )
  `.execute(tx);
}

/** Marks the last change of each person in each group as their rating. */
export async function markCurrentRatings(tx: Tx, versionNumber: number): Promise<void> {
  await sql`
    update rating_version_change set is_current = true
    where id in (
      select max(id) from rating_version_change where version_number = ${versionNumber} group by group_id, account_id
    )
  `.execute(tx);
}

/** Stores which groups a computation is about, and in numbers what it means for their people. */
export async function insertVersionGroups(
  tx: Tx,
  versionNumber: number,
  groupIds: readonly number[],
): Promise<void> {
  await sql`
    with covered as (
      select id as group_id, rating_version as former_number from user_group
      where id = any (${[...groupIds]}::integer[])
    ), before as (
      select group_id, account_id, rating_after from rating_change join covered using (group_id) where is_current
    ), after as (
      select group_id, account_id, rating_after from rating_version_change
      where version_number = ${versionNumber} and is_current
    ), moved as (
      select group_id, count(after.account_id) as people,
        count(*) filter (where after.rating_after > before.rating_after) as risen,
        count(*) filter (where after.rating_after < before.rating_after) as fallen,
        count(*) filter (where before.account_id is null) as newcomers,
        count(*) filter (where after.account_id is null) as gone
      from before full join after using (group_id, account_id)
      group by group_id
    )
    insert into rating_version_group (
      version_number, group_id, former_number, contests, people, risen, fallen, newcomers, gone
    )
    select ${versionNumber}, group_id, former_number,
      (
        select count(distinct contest_id) from rating_version_change as change
        where version_number = ${versionNumber} and change.group_id = covered.group_id
      ),
      coalesce(people, 0), coalesce(risen, 0), coalesce(fallen, 0), coalesce(newcomers, 0), coalesce(gone, 0)
    from covered left join moved using (group_id)
  `.execute(tx);
}
