import type { AdminUser, PeopleList, PeopleListQuery } from '@balloon/contracts/people/user-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { knowsOf, userNotFound } from '#features/user-admin/managed-user.ts';
import { adminUser, matchingPeople, selectAdminUsers } from '#features/user-admin/people.queries.ts';
import type { Services, User } from '#services.ts';

/** Lists people by filters, a page of them and the number of all; moderators do not find admins. */
export async function listPeople(
  { db }: Services,
  reader: User,
  { count, offset, sort, ...query }: PeopleListQuery,
): Promise<PeopleList> {
  const matching = matchingPeople(db, reader, query);
  const [rows, { usersNumber }] = await Promise.all([
    ordered(selectAdminUsers(matching), sort).limit(count).offset(offset).execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('usersNumber')).executeTakeFirstOrThrow(),
  ]);
  return { users: rows.map((row) => adminUser(reader, row)), q: query.q, usersNumber };
}

/** Each order is that of an index, so that a page of 100,000 people is read, and not sorted. */
function ordered(people: ReturnType<typeof selectAdminUsers>, sort: PeopleListQuery['sort']) {
  switch (sort) {
    case 'role':
      return people.orderBy('account.accessMask', 'desc').orderBy('account.id');
    case 'name':
      return people.orderBy('account.lastName').orderBy('account.firstName').orderBy('account.id');
    case 'newest':
      return people.orderBy('account.registeredAtMs', 'desc').orderBy('account.id');
    case 'activity':
      return people.orderBy('account.activeAtMs', (by) => by.desc().nullsLast()).orderBy('account.id');
  }
}

/**
 * Reads a person with everything that supervisors see of them.
 *
 * @throws {NotFoundError} USER_NOT_FOUND, also for an admin whom a moderator asks for
 */
export async function readPerson({ db }: { db: Db }, reader: User, userId: number): Promise<AdminUser> {
  const everybody = db.selectFrom('account').where('account.deletedAtMs', 'is', null);
  const row = await selectAdminUsers(everybody).where('account.id', '=', userId).executeTakeFirst();
  if (!row || !knowsOf(reader, row)) throw userNotFound(userId);
  return adminUser(reader, row);
}
