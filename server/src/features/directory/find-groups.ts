import type { FoundGroups, GroupSearch } from '@balloon/contracts/people/directory.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { POPULATION } from '#features/users/own-group.ts';
import type { Services, User } from '#services.ts';

/** Finds groups by a part of their name, the newest first; moderators find their own groups and those that they created. */
export async function findGroups(
  { db }: Services,
  viewer: User,
  { q, count, offset }: GroupSearch,
): Promise<FoundGroups> {
  const part = q.trim();
  let found = db.selectFrom('userGroup');
  if (!isAdmin(viewer.accessMask)) {
    found = found.where(
      (eb) => eb.or([eb('id', 'in', [0, ...viewer.groupIds]), eb('authorId', '=', viewer.id)]), // 0 is no group
    );
  }
  if (part !== '') found = found.where(sql<boolean>`position(lower(${part}) in lower(name)) > 0`);
  const { groupsNumber } = await found
    .select((eb) => eb.fn.countAll<number>().as('groupsNumber'))
    .executeTakeFirstOrThrow();
  const groups = await found
    .select(['id', 'name', 'color', 'authorId'])
    .select(POPULATION.as('population'))
    .orderBy('id', 'desc')
    .limit(count)
    .offset(offset)
    .execute();
  return { groups, groupsNumber };
}
