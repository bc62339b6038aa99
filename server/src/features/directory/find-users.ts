import type { FoundUsers, UserSearch } from '@balloon/contracts/people/directory.ts';
import { ACCESS_GROUPS, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import { hasWords } from '#features/users/search-people.ts';
import type { Services, User } from '#services.ts';

/** People by parts of their first name, last name or username; supervisors first. Admins are found by admins only. */
export async function findUsers(
  { db }: Services,
  viewer: User,
  { q, count, offset }: UserSearch,
): Promise<FoundUsers> {
  let found = db.selectFrom('account').where('deletedAtMs', 'is', null);
  if (!isAdmin(viewer.accessMask)) found = found.where('accessMask', '<>', ACCESS_GROUPS.admin.mask);
  if (q.trim() !== '') found = found.where(hasWords(q));
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
