import type { AuthorSearch } from '@balloon/contracts/solutions/solutions.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { supervisedGroups } from '#features/contests/supervision.ts';
import { isOfGroups } from '#features/solutions/solution-filter.queries.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import { hasWords } from '#features/users/search-people.ts';
import type { Services, User } from '#services.ts';

/** Most people found; more do not help to choose. */
const MAX_FOUND = 20;

/**
 * Finds people by a part of their name, among those whose solutions the supervisor may list, for the filter
 * of that list. People requested by id come first, whatever their names.
 */
export async function listAuthors(
  { db }: Services,
  user: User,
  { q, ids }: AuthorSearch,
): Promise<PublicUser[]> {
  const groupIds = supervisedGroups(user);
  // Both in the order of the index of names, which ends as soon as enough are found.
  const chosen = await selectAuthors(db, groupIds)
    .where('account.id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
  const found = await selectAuthors(db, groupIds)
    .where('account.id', '<>', sql<number>`all(${ids}::integer[])`)
    .where(hasWords(q))
    .limit(MAX_FOUND)
    .execute();
  return [...chosen, ...found].map(publicUser);
}

function selectAuthors(db: Db, groupIds: readonly number[] | null) {
  return db
    .selectFrom('account')
    .where('account.deletedAtMs', 'is', null)
    .where(
      sql<boolean>`exists (
        select from solution where account_id = account.id and solution.deleted_at_ms is null
          and ${groupIds === null ? sql`true` : isOfGroups(groupIds)}
      )`,
    )
    .select(PUBLIC_USER_COLUMNS)
    .orderBy('account.lastName')
    .orderBy('account.firstName')
    .orderBy('account.id');
}
