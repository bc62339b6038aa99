import type { AuthorSearch } from '@balloon/contracts/solutions/solutions.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { supervisedGroups } from '#features/contests/supervision.ts';
import { isOfGroups } from '#features/solutions/solution-filter.queries.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/** Most people found; more do not help to choose. */
const MAX_FOUND = 20;

/**
 * Finds people by a part of their name, among those whose solutions the supervisor may list, for the filter
 * of that list. People requested by id come first, whatever their names.
 */
export async function listAuthors({ db }: Services, user: User, search: AuthorSearch): Promise<PublicUser[]> {
  const found = await findAuthors(db, search, supervisedGroups(user));
  return found.map(publicUser);
}

function findAuthors(db: Db, { q, ids }: AuthorSearch, groupIds: readonly number[] | null) {
  const isChosen = sql<boolean>`account.id = any(${ids}::integer[])`;
  const isFound = sql<boolean>`
    position(lower(${q}) in lower(concat_ws(' ', first_name, last_name, first_name, username))) > 0
  `;
  return db
    .selectFrom('account')
    .where('account.deletedAtMs', 'is', null)
    .where(sql<boolean>`(${isChosen} or ${isFound})`)
    .where(
      sql<boolean>`exists (
        select from solution where account_id = account.id and solution.deleted_at_ms is null
          and ${groupIds === null ? sql`true` : isOfGroups(groupIds)}
      )`,
    )
    .select(PUBLIC_USER_COLUMNS)
    .orderBy(isChosen, 'desc')
    .orderBy('account.lastName')
    .orderBy('account.firstName')
    .orderBy('account.id')
    .limit(MAX_FOUND + ids.length)
    .execute();
}
