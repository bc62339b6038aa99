import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { selectGroupsOfUser } from '#features/users/groups-of-user.queries.ts';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** A group as it goes out, or `undefined`. */
export function findGroup(db: Db, groupId: number) {
  return db
    .selectFrom('userGroup')
    .select(['id', 'name', 'color', 'authorId'])
    .where('id', '=', groupId)
    .executeTakeFirst();
}
export type StoredGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

/** Groups by name, with how many people are rated in each. `groupIds` null: all. */
export function findRatedGroups(db: Db, viewerId: number, groupIds: readonly number[] | null) {
  const all = groupIds === null;
  const rated = db
    .selectFrom('ratingChange')
    .innerJoin('account', 'account.id', 'ratingChange.accountId')
    .where('isCurrent', '=', true)
    .where('deletedAtMs', 'is', null)
    .$if(!all, (changes) => changes.where('groupId', '=', anyOf(groupIds ?? [])))
    .select(['groupId', sql<number>`count(*)::integer`.as('number')])
    .groupBy('groupId');
  return db
    .selectFrom('userGroup')
    .leftJoin(rated.as('rated'), 'rated.groupId', 'userGroup.id')
    .$if(!all, (groups) => groups.where('userGroup.id', '=', anyOf(groupIds ?? [])))
    .select([
      'userGroup.id',
      'userGroup.name',
      'userGroup.color',
      'userGroup.authorId',
      sql<number>`coalesce(rated.number, 0)`.as('ratedNumber'),
      sql<boolean>`exists (
        select from user_group_member where group_id = user_group.id and account_id = ${viewerId}
      )`.as('isMember'),
    ])
    .orderBy('userGroup.name')
    .orderBy('userGroup.id')
    .execute();
}

/** Groups of a person, by name. `groupIds` limits them; null means all. */
export function findGroupsOfUser(db: Db, userId: number, groupIds: readonly number[] | null) {
  const groups = selectGroupsOfUser(db, userId);
  return (groupIds === null ? groups : groups.where('userGroup.id', '=', anyOf(groupIds))).execute();
}

/** Whether an account exists, and whether it belongs to a group or once took part in its contests. */
export function findGroupPerson(db: Db, userId: number, groupId: number) {
  return db
    .selectFrom('account')
    .select([
      'account.id',
      sql<boolean>`
        exists (select from user_group_member where group_id = ${groupId} and account_id = ${userId})
        or exists (select from rating_change where group_id = ${groupId} and account_id = ${userId})
      `.as('isOfGroup'),
    ])
    .where('account.id', '=', userId)
    .where('account.deletedAtMs', 'is', null)
    .executeTakeFirst();
}

export async function accountExists(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes of a group with the contest of each and the computation that counts. */
function selectChanges(db: Db, groupId: number) {
  return db
    .selectFrom('ratingChange')
    .innerJoin('contest', 'contest.id', 'ratingChange.contestId')
    .innerJoin('userGroup', 'userGroup.id', 'ratingChange.groupId')
    .innerJoin('ratingVersion as version', 'version.number', 'userGroup.ratingVersion')
    .where('ratingChange.groupId', '=', groupId)
    .select([
      'ratingChange.id',
      'ratingChange.accountId as userId',
      'ratingChange.groupId',
      'ratingChange.contestId',
      'ratingChange.realRank',
      'ratingChange.expectedRank',
      'ratingChange.penaltyMin',
      'ratingChange.ratingBefore',
      'ratingChange.ratingAfter',
      'ratingChange.performance',
      'version.number as versionNumber',
      'version.computedAtMs as versionTimeStampMs',
      'contest.name as contestName',
      'contest.startTimeMs as contestStartTimeMs',
    ]);
}

/** A person's rating changes, oldest first. */
export function findChangesOf(db: Db, userId: number, groupId: number) {
  return selectChanges(db, groupId)
    .where('ratingChange.accountId', '=', userId)
    .orderBy('ratingChange.id')
    .execute();
}
export type StoredChange = Awaited<ReturnType<typeof findChangesOf>>[number];

/** Ids of the last changes of everybody in a group, best first; deleted accounts are left out. */
export async function findOrderOfGroup(db: Db, groupId: number): Promise<number[]> {
  const { ids } = await db
    .selectFrom('ratingChange')
    .innerJoin('account', 'account.id', 'ratingChange.accountId')
    .where('ratingChange.groupId', '=', groupId)
    .where('ratingChange.isCurrent', '=', true)
    .where('account.deletedAtMs', 'is', null)
    .select(
      sql<number[] | null>`array_agg(
        rating_change.id order by rating_after desc, last_name, first_name, account.id
      )`.as('ids'),
    )
    .executeTakeFirstOrThrow();
  return ids ?? [];
}

/** Changes by their ids with the people, in no order; those of accounts that are deleted by now are left out. */
export function findTableRows(db: Db, groupId: number, changeIds: readonly number[]) {
  return selectChanges(db, groupId)
    .innerJoin('account', 'account.id', 'ratingChange.accountId')
    .where('ratingChange.id', '=', anyOf(changeIds))
    .where('account.deletedAtMs', 'is', null)
    .select(PUBLIC_USER_COLUMNS.filter((column) => column !== 'account.id'))
    .execute();
}
export type StoredTableRow = Awaited<ReturnType<typeof findTableRows>>[number];

/** Place of a rating among the present ones of a group. */
export async function findPlace(db: Db, groupId: number, rating: number): Promise<number> {
  const { better } = await db
    .selectFrom('ratingChange')
    .innerJoin('account', 'account.id', 'ratingChange.accountId')
    .where('ratingChange.groupId', '=', groupId)
    .where('ratingChange.isCurrent', '=', true)
    .where('ratingChange.ratingAfter', '>', rating)
    .where('account.deletedAtMs', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('better'))
    .executeTakeFirstOrThrow();
  return better + 1;
}

/** An array parameter, so that the statement stays the same whatever its length. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::integer[])`;
