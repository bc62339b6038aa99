import type { FoundGroups, GroupSearch } from '@balloon/contracts/directory.ts';
import { isAdmin } from '@balloon/domain/contest-access.ts';
import { sql } from 'kysely';
import type { Services, User } from '#services.ts';

/** Groups by a part of their name, the newest first; a moderator's own ones only. */
export async function findGroups(
  { db }: Services,
  viewer: User,
  { q, count, offset }: GroupSearch,
): Promise<FoundGroups> {
  const part = q.trim();
  let found = db.selectFrom('userGroup');
  if (!isAdmin(viewer.accessMask)) found = found.where('id', 'in', [0, ...viewer.groupIds]); // 0 is no group
  if (part !== '') found = found.where(sql<boolean>`position(lower(${part}) in lower(name)) > 0`);
  const { groupsNumber } = await found
    .select((eb) => eb.fn.countAll<number>().as('groupsNumber'))
    .executeTakeFirstOrThrow();
  const groups = await found
    .select(['id', 'name', 'color', 'authorId'])
    .select(
      sql<number>`(select count(*) from user_group_member where group_id = user_group.id)`.as('population'),
    )
    .orderBy('id', 'desc')
    .limit(count)
    .offset(offset)
    .execute();
  return { groups, groupsNumber };
}
