import type { Db, Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { POPULATION } from '#features/users/own-group.ts';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';
import type { User } from '#services.ts';

/** Finds a group with the number of its members, without deleted people. */
export function findGroup(db: Db, groupId: number) {
  return db
    .selectFrom('userGroup')
    .select(['id', 'name', 'color', 'authorId', 'version', 'ratingFormula', 'ratesSilent'])
    .select(POPULATION.as('population'))
    .where('id', '=', groupId)
    .executeTakeFirst();
}
export type StoredGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

/** Locks a group, so that edits run one after the other. What only refers to the group does not wait. */
export async function lockGroup(tx: Tx, groupId: number): Promise<StoredGroup | undefined> {
  await tx.selectFrom('userGroup').select('id').where('id', '=', groupId).forNoKeyUpdate().execute();
  return findGroup(tx, groupId);
}

/**
 * Locks a group that may be deleted, also against new references to it: a contest that is being given the group is either
 * seen after this, or refused once the group is gone.
 */
export async function lockGroupToDelete(tx: Tx, groupId: number): Promise<StoredGroup | undefined> {
  await tx.selectFrom('userGroup').select('id').where('id', '=', groupId).forUpdate().execute();
  return findGroup(tx, groupId);
}

/** Finds the members that a reader may see, by last name. */
export function listMembers(db: Db, reader: User, groupId: number) {
  const members = db
    .selectFrom('account')
    .innerJoin('userGroupMember', 'userGroupMember.accountId', 'account.id')
    .select(PUBLIC_USER_COLUMNS)
    .where('groupId', '=', groupId)
    .where('deletedAtMs', 'is', null)
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('account.id');
  if (isAdmin(reader.accessMask)) return members.execute();
  return members.where('accessMask', '<>', ACCESS_GROUPS.admin.mask).execute();
}

/** Finds the people who exist and whom a supervisor may put into groups: admins are known to admins only. */
export async function findKnownIds(db: Db, supervisor: User, ids: readonly number[]): Promise<number[]> {
  const known = db
    .selectFrom('account')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .where('deletedAtMs', 'is', null);
  const rows = isAdmin(supervisor.accessMask)
    ? await known.execute()
    : await known
        .where((eb) =>
          eb.or([eb('accessMask', '<>', ACCESS_GROUPS.admin.mask), eb('id', '=', supervisor.id)]),
        )
        .execute();
  return rows.map(({ id }) => id);
}

/** Finds ids by username, in upper or lower case. */
export async function findIdsByName(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; id: number }>`
    select wanted.name, account.id
    from unnest(${[...names]}::text[]) as wanted (name)
    join account on lower(username) = lower(wanted.name) and deleted_at_ms is null
  `.execute(db);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/**
 * Adds people to a group. An admin entrusts their accounts to the moderators of the group, also of those who are in it
 * already; a moderator does not.
 *
 * @returns number of people who were not in the group before
 */
export async function addMembers(
  tx: Tx,
  editor: User,
  groupId: number,
  ids: readonly number[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into user_group_member (group_id, account_id, is_entrusted)
    select ${groupId}, id, ${isAdmin(editor.accessMask)} from unnest(${[...ids]}::integer[]) as added (id)
    on conflict do nothing
  `.execute(tx);
  if (isAdmin(editor.accessMask)) await entrustMembers(tx, [groupId], ids);
  return Number(numAffectedRows);
}

/** Entrusts the accounts of members to the moderators of these groups. */
export async function entrustMembers(
  tx: Tx,
  groupIds: readonly number[],
  ids: readonly number[],
): Promise<void> {
  await tx
    .updateTable('userGroupMember')
    .set({ isEntrusted: true })
    .where('groupId', '=', sql<number>`any(${[...groupIds]}::integer[])`)
    .where('accountId', '=', sql<number>`any(${[...ids]}::integer[])`)
    .where('isEntrusted', '=', false)
    .execute();
}

/** Removes people from a group. @returns number of people who were in the group */
export async function removeMembers(tx: Tx, groupId: number, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('userGroupMember')
    .where('groupId', '=', groupId)
    .where('accountId', '=', sql<number>`any(${[...ids]}::integer[])`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Finds the newest contests of a group, and the number of all its contests; neither removed ones count nor virtual
 * participations.
 */
export async function findContestsOfGroup(db: Db, groupId: number, count: number) {
  const contests = db
    .selectFrom('contest')
    .innerJoin('contestGroup', 'contestGroup.contestId', 'contest.id')
    .where('groupId', '=', groupId)
    .where('isSuspended', '=', false)
    .where('virtualOfId', 'is', null);
  const newest = await contests
    .select(['contest.id', 'name', 'startTimeMs', 'durationTimeMs'])
    .orderBy('startTimeMs', 'desc')
    .orderBy('contest.id', 'desc')
    .limit(count)
    .execute();
  const { total } = await contests
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { contests: newest, contestsNumber: total };
}
