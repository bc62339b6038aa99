import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { NotFoundError } from '#errors.ts';
import type { User } from '#services.ts';

/** Whether a supervisor keeps a group: admins every one, moderators those that they belong to or created. */
export function keepsGroup(viewer: User, group: { id: number; authorId: number | null }): boolean {
  return isAdmin(viewer.accessMask) || group.authorId === viewer.id || viewer.groupIds.includes(group.id);
}

/** Number of a group's members, without deleted people. */
export const POPULATION = sql<number>`(
  select count(*) from user_group_member join account on account.id = account_id
  where group_id = user_group.id and account.deleted_at_ms is null
)`;

/**
 * Reads the name of a group that the viewer keeps.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that a moderator has nothing to do with
 */
export async function expectOwnGroup(db: Db, viewer: User, groupId: number): Promise<{ name: string }> {
  const group = await db
    .selectFrom('userGroup')
    .select(['id', 'authorId', 'name'])
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (!group || !keepsGroup(viewer, group)) throw groupNotFound(groupId);
  return group;
}

export const groupNotFound = (groupId: number) =>
  new NotFoundError('GROUP_NOT_FOUND', `There is no group ${groupId}`);
