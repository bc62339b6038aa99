import type { AdminSearch } from '@balloon/contracts/site/admin-search.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Search } from '#features/admin-search/parse-search.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { isVisible } from '#features/contests/contest-list.queries.ts';
import { matchingPeople } from '#features/user-admin/people.queries.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import { containing } from '#features/users/search-people.ts';
import type { User } from '#services.ts';

/** Number of finds of each kind. */
export const FINDS_PER_KIND = 6;

/** Whether the lower-case text of a column has every word. */
function hasEvery(column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const conditions = words.map((word) => sql`${column} like ${containing(word)}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Contests by name or id: those that are not removed first, the newest first. */
export async function findContests(
  db: Db,
  reader: User,
  { words, id }: Search,
): Promise<AdminSearch['contests']> {
  return db
    .selectFrom('contest')
    .select(['id', 'name', 'startTimeMs', 'durationTimeMs', 'isSuspended as isRemoved'])
    .where(isVisible(viewerOf(reader)))
    .where(sql<boolean>`(contest.id = ${id} or ${hasEvery(sql`lower(contest.name)`, words)})`)
    .orderBy(sql`contest.id = ${id}`, 'desc')
    .orderBy('isSuspended')
    .orderBy('startTimeMs', 'desc')
    .orderBy('id', 'desc')
    .limit(FINDS_PER_KIND)
    .execute();
}

/** People by parts of their names, supervisors first. */
export async function findPeople(db: Db, reader: User, { words }: Search): Promise<AdminSearch['people']> {
  const rows = await matchingPeople(db, reader, { q: words.join(' ') })
    .select(PUBLIC_USER_COLUMNS)
    .orderBy('account.accessMask', 'desc')
    .orderBy('account.id')
    .limit(FINDS_PER_KIND)
    .execute();
  return rows.map(publicUser);
}

/** Groups by name, the newest first; a moderator's own ones. */
export async function findGroups(db: Db, reader: User, { words }: Search): Promise<AdminSearch['groups']> {
  let found = db.selectFrom('userGroup');
  if (!isAdmin(reader.accessMask)) {
    const own = sql<number>`any(${[...reader.groupIds]}::integer[])`;
    found = found.where((eb) => eb.or([eb('id', '=', own), eb('authorId', '=', reader.id)]));
  }
  return found
    .select(['id', 'name', 'color'])
    .where(hasEvery(sql`lower(name)`, words))
    .orderBy('id', 'desc')
    .limit(FINDS_PER_KIND)
    .execute();
}
