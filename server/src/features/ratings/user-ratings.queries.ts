import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import type { User } from '#services.ts';

/**
 * Ratings of people as they are shown beside contests: in the first group of the contests, in order, in which the
 * person has one and which the viewer may see. Unrated people are missing.
 */
export async function findRatings(
  db: Db,
  viewer: User,
  { userIds, contestIds }: { userIds: readonly number[]; contestIds: readonly number[] },
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const seesAll = isAdmin(viewer.accessMask);
  const { rows } = await sql<{ accountId: number; rating: number }>`
    select distinct on (account_id) account_id, rating_after as rating
    from unnest(${[...contestIds]}::integer[]) with ordinality as asked(contest_id, place)
    join contest_group using (contest_id)
    join rating_change using (group_id)
    where is_current and account_id = any(${[...userIds]}::integer[])
      and (${seesAll} or group_id = any(${[...viewer.groupIds]}::integer[]))
    order by account_id, place, contest_group.position, group_id
  `.execute(db);
  return new Map(rows.map(({ accountId, rating }) => [accountId, rating]));
}

/** Present ratings of people in the first of the groups, in this order, in which they have one. Unrated people are missing. */
export async function findRatingsInGroups(
  db: Db,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<Map<number, number>> {
  if (userIds.length === 0 || groupIds.length === 0) return new Map();
  const { rows } = await sql<{ accountId: number; rating: number }>`
    select distinct on (account_id) account_id, rating_after as rating
    from unnest(${[...groupIds]}::integer[]) with ordinality as asked(group_id, place)
    join rating_change using (group_id)
    where is_current and account_id = any(${[...userIds]}::integer[])
    order by account_id, place
  `.execute(db);
  return new Map(rows.map(({ accountId, rating }) => [accountId, rating]));
}
