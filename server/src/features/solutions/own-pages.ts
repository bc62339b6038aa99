import { type Db, executePrepared } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { findSolutions, type StoredSolution } from '#features/solutions/solution-view.ts';
import { loadingOver } from '#realtime/load-together.ts';

/** The first page of somebody's own solutions in a contest. */
export interface OwnPage {
  contestId: number;
  authorId: number;
  count: number;
}

/** Every page of a contest shows its person's newest solutions, so those of a crowd are read together. */
export async function readOwnPage(
  db: Db,
  page: OwnPage,
): Promise<{ total: number; stored: StoredSolution[] }> {
  const { ids, total } = (await idsOver(db).get(keyOf(page))) ?? { ids: [], total: 0 };
  const stored = await Promise.all(ids.map((id) => solutionsOver(db).get(id)));
  return { total, stored: stored.filter((solution) => solution !== undefined) };
}

const keyOf = ({ contestId, authorId, count }: OwnPage) => `${contestId} ${authorId} ${count}`;

const idsOver = loadingOver(findOwnIds);
const solutionsOver = loadingOver(async (db, ids: readonly number[]) => {
  const found = await findSolutions(db, ids);
  return new Map(found.map((solution) => [solution.id, solution]));
});

/** Newest ids, and the number of all. */
async function findOwnIds(db: Db, keys: readonly string[]) {
  const pages = keys.map((key) => key.split(' ').map(Number));
  const column = (place: number) => pages.map((page) => page[place]);
  const query = sql<{ place: number; ids: number[]; total: number }>`
    select page.place::integer, own.ids[1:page.size] as ids, own.total
    from unnest(${column(0)}::integer[], ${column(1)}::integer[], ${column(2)}::integer[])
      with ordinality as page (contest_id, account_id, size, place)
    cross join lateral (
      select coalesce(array_agg(id order by id desc), '{}') as ids, count(*)::integer as total from solution
      where contest_id = page.contest_id and account_id = page.account_id and deleted_at_ms is null
    ) as own
  `.compile(db);
  const found = await executePrepared(db, 'own solutions', query);
  return new Map(found.map(({ place, ids, total }) => [keys[place - 1] ?? '', { ids, total }]));
}
