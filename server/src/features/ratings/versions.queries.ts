import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { announce } from '#realtime/announcements.ts';

/** Number of stored computations that can be undone, one after the other. */
const KEPT = 10;

/** Ends what waits for a decision or died: a new computation takes its place. */
export async function endFormerPreviews(db: Db): Promise<void> {
  await db.updateTable('ratingVersion').set({ state: 'failed' }).where('state', '=', 'running').execute();
  await db.updateTable('ratingVersion').set({ state: 'discarded' }).where('state', '=', 'preview').execute();
  await dropUnneededResults(db);
}

export async function insertVersion(
  db: Db,
  version: { computedAtMs: number; computedById: number; groupId: number | null },
): Promise<number> {
  const { number } = await db
    .insertInto('ratingVersion')
    .values({ ...version, state: 'running' })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Notes how far a computation is. @returns false when somebody cancelled it */
export async function noteProgress(
  db: Db,
  number: number,
  progress: { donePairs: number; totalPairs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ratingVersion')
    .set(progress)
    .where('number', '=', number)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markFailed(db: Db, number: number): Promise<void> {
  await db
    .updateTable('ratingVersion')
    .set({ state: 'failed' })
    .where('number', '=', number)
    .where('state', '=', 'running')
    .execute();
}

/** Locks a computation and reads it; its results, which refer to it, may still be on their way. */
export function lockVersion(tx: Tx, number: number) {
  return tx
    .selectFrom('ratingVersion')
    .select(['number', 'state', 'groupId'])
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The stored computation that can be undone: the newest. */
export async function findLastStored(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('ratingVersion')
    .select('number')
    .where('state', '=', 'stored')
    .orderBy('storedAtMs', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? null;
}

/**
 * Whether the results that counted before a computation are deleted, for some group of it, so that undoing it would leave the
 * group without ratings. One in which nobody was rated has none to delete.
 */
export async function hasLostFormer(db: Db, number: number): Promise<boolean> {
  const { rows } = await sql`
    select from rating_version_group as present
    join rating_version_group as former
      on former.version_number = present.former_number and former.group_id = present.group_id
    where present.version_number = ${number} and former.people > 0 and not exists (
      select from rating_version_change as change
      where change.version_number = former.version_number and change.group_id = former.group_id
    )
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Groups of a computation, with the computation that counted before. */
export function findVersionGroups(db: Db, number: number) {
  return db
    .selectFrom('ratingVersionGroup')
    .innerJoin('userGroup', 'userGroup.id', 'ratingVersionGroup.groupId')
    .select(['ratingVersionGroup.groupId', 'formerNumber', 'userGroup.ratingVersion as presentNumber'])
    .where('versionNumber', '=', number)
    .execute();
}

/** Makes the results of a computation those that count for a group; null: no ratings. */
export async function useResults(tx: Tx, groupIds: readonly number[], number: number | null): Promise<void> {
  const ids = sql`any (${[...groupIds]}::integer[])`;
  // Not by `truncate`, which would block readers.
  await sql`delete from rating_change where group_id = ${ids}`.execute(tx);
  await sql`
    insert into rating_change (
      group_id, contest_id, account_id, real_rank, expected_rank, penalty_min, rating_before, rating_after,
      performance, is_current
    )
    select group_id, contest_id, account_id, real_rank, expected_rank, penalty_min, rating_before, rating_after,
      performance, is_current
    from rating_version_change
    where version_number = ${number} and group_id = ${ids}
    order by id
  `.execute(tx);
  await sql`update user_group set rating_version = ${number}::integer where id = ${ids}`.execute(tx);
  await announce(tx, 'ratings.changed', {});
}

/**
 * Deletes the results of computations that nobody can ask for: neither do they wait for a decision, nor count, nor would
 * they count again if the newest ones were undone.
 */
export async function dropUnneededResults(db: Db): Promise<void> {
  await sql`
    with undoable as (
      select number from rating_version where state = 'stored' order by stored_at_ms desc, number desc limit ${KEPT}
    ), needed as (
      select number from undoable
      union select number from rating_version where state in ('running', 'preview')
      union select rating_version from user_group where rating_version is not null
      union
      select former_number from rating_version_group
      where former_number is not null and version_number in (select number from undoable)
    )
    delete from rating_version_change where version_number not in (select number from needed)
  `.execute(db);
}
