import type { RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';

/** Contests by their start. */
const UNDECIDED = sql<RatingComputation['undecided']>`coalesce((
  select json_agg(
    json_build_object('contest', json_build_object('id', contest.id, 'name', contest.name), 'solutions', solutions)
    order by start_time_ms, contest.id
  )
  from jsonb_to_recordset(rating_version.undecided) as open("contestId" integer, solutions integer)
  join contest on contest.id = open."contestId"
), '[]')`;

/** The newest computations, or the one of this number. */
export function findVersions(db: Db, { number, count }: { number?: number; count: number }) {
  const versions = db
    .selectFrom('ratingVersion')
    .leftJoin('userGroup', 'userGroup.id', 'ratingVersion.groupId')
    .select([
      'number',
      'state',
      'computedAtMs',
      'computedById',
      'donePairs',
      'totalPairs',
      'storedAtMs',
      'undoneAtMs',
      'undoneById',
      'groupId',
      'userGroup.name as groupName',
      'userGroup.color as groupColor',
      'userGroup.authorId as groupAuthorId',
      sql<boolean>`exists (
        select from rating_version_change where version_number = rating_version.number
      )`.as('hasResults'),
      UNDECIDED.as('undecided'),
    ])
    .orderBy('number', 'desc')
    .limit(count);
  return (number === undefined ? versions : versions.where('number', '=', number)).execute();
}
export type StoredVersion = Awaited<ReturnType<typeof findVersions>>[number];

/** Groups of computations for which they mean something, most people first. */
export function findEffects(db: Db, numbers: readonly number[]) {
  return db
    .selectFrom('ratingVersionGroup')
    .innerJoin('userGroup', 'userGroup.id', 'ratingVersionGroup.groupId')
    .select(['versionNumber', 'userGroup.id', 'name', 'color', 'authorId', 'formerNumber'])
    .select(['contests', 'people', 'risen', 'fallen', 'newcomers', 'gone'])
    .where('versionNumber', '=', sql<number>`any (${[...numbers]}::integer[])`)
    .where((eb) => eb.or([eb('people', '>', 0), eb('gone', '>', 0)]))
    .orderBy('people', 'desc')
    .orderBy('userGroup.id')
    .execute();
}

/** People by id, as they are shown to supervisors. */
export async function findPeople(db: Db, ids: readonly (number | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = wanted.length === 0 ? [] : await findUsers(db, wanted);
  return new Map(found.map((account) => [account.id, publicUser(account)]));
}

export interface MovesQuestion {
  number: number;
  groupId: number;
  formerNumber: number | null;
  q: string;
  order: 'place' | 'rise' | 'fall';
  count: number;
  offset: number;
}

interface StoredMove {
  userId: number;
  placeBefore: number | null;
  ratingBefore: number | null;
  placeAfter: number | null;
  ratingAfter: number | null;
  total: number;
}

const ORDERS = {
  place: sql`place_after nulls last, place_before`,
  rise: sql`coalesce(rating_after, 1500) - coalesce(rating_before, 1500) desc, place_after nulls last`,
  fall: sql`coalesce(rating_after, 1500) - coalesce(rating_before, 1500), place_after nulls last`,
} as const;

/** Places and ratings of everybody in a group, before a computation and by it; deleted accounts have no place. */
export async function findMoves(db: Db, question: MovesQuestion): Promise<StoredMove[]> {
  const { number, groupId, formerNumber, q, order, count, offset } = question;
  const placed = (version: number | null) => sql`
    select account_id, rating_after as rating, rank() over (order by rating_after desc) as place
    from rating_version_change join account on account.id = account_id and deleted_at_ms is null
    where version_number = ${version} and group_id = ${groupId} and is_current
  `;
  const wanted = `%${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<StoredMove>`
    select account_id as user_id, before.place::integer as place_before, before.rating as rating_before,
      after.place::integer as place_after, after.rating as rating_after, (count(*) over ())::integer as total
    from (${placed(formerNumber)}) as before full join (${placed(number)}) as after using (account_id)
    join account on account.id = account_id
    cross join lateral (
      select before.place as place_before, before.rating as rating_before, after.place as place_after,
        after.rating as rating_after
    ) as moved
    where lower(first_name || ' ' || last_name || ' ' || first_name || ' ' || username) like ${wanted}
    order by ${ORDERS[order]}, last_name, account_id
    limit ${count} offset ${offset}
  `.execute(db);
  return rows;
}
