import type { FoundUsers, UserSearch } from '@balloon/contracts/directory.ts';
import { ACCESS_GROUPS, isAdmin } from '@balloon/domain/contest-access.ts';
import { sql } from 'kysely';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/** People by a part of their first name, last name or username; supervisors first. Admins are found by admins only. */
export async function findUsers(
  { db }: Services,
  viewer: User,
  { q, count, offset }: UserSearch,
): Promise<FoundUsers> {
  const part = q.trim();
  let found = db.selectFrom('account').where('deletedAtMs', 'is', null);
  if (!isAdmin(viewer.accessMask)) found = found.where('accessMask', '<>', ACCESS_GROUPS.admin.mask);
  if (part !== '') {
    const names = [sql.ref('firstName'), sql.ref('lastName'), sql.ref('username')];
    found = found.where((eb) =>
      eb.or(names.map((name) => sql<boolean>`position(lower(${part}) in lower(${name})) > 0`)),
    );
  }
  const { usersNumber } = await found
    .select((eb) => eb.fn.countAll<number>().as('usersNumber'))
    .executeTakeFirstOrThrow();
  const page = await found
    .select(PUBLIC_USER_COLUMNS)
    .orderBy('accessMask', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(offset)
    .execute();
  return { users: page.map(publicUser), q, usersNumber };
}
