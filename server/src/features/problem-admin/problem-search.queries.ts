import type { OutsideOrigin, ProblemSearchQuery } from '@balloon/contracts/problems/problem-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { type RawBuilder, sql } from 'kysely';
import { PROBLEM_COLUMNS } from '#features/problems/problems.queries.ts';
import { containing } from '#features/users/search-people.ts';

type Filter = Pick<ProblemSearchQuery, 'q' | 'state' | 'contestId' | 'tag'> & {
  /** Null means all. */
  systemTypes: readonly string[] | null;
  /** Groups of a moderator, who sees problems of no contest and those of these groups' contests; null sees all. */
  groupIds: readonly number[] | null;
};

/** A page of problem ids, and the number on all pages. */
export async function findProblemIds(
  db: Db,
  filter: Filter,
  { sort, sort_order, count, offset }: ProblemSearchQuery,
): Promise<{ ids: number[]; total: number }> {
  const matching = db.selectFrom('problem').where(isFound(filter));
  const direction = sort_order ?? DEFAULT_ORDERS[sort];
  const [rows, { total }] = await Promise.all([
    matching
      .select('problem.id')
      .orderBy(SORTS[sort], direction)
      .orderBy('problem.id', 'desc') // or pages could overlap; of equal ones the newest first
      .limit(count)
      .offset(offset)
      .execute(),
    matching.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map(({ id }) => id), total };
}

const SORTS = {
  byId: sql`problem.id`,
  byTitle: sql`lower(problem.title)`,
  byUse: sql`(
    select count(*) from contest_problem join contest on contest.id = contest_id
    where problem_id = problem.id and virtual_of_id is null
  )`,
} as const;
const DEFAULT_ORDERS = { byId: 'desc', byTitle: 'asc', byUse: 'asc' } as const;

function isFound({ q, systemTypes, state, contestId, tag, groupIds }: Filter): RawBuilder<boolean> {
  const conditions = [STATE_CONDITIONS[state]];
  if (state !== 'deleted') conditions.push(sql`problem.deleted_at_ms is null`);
  if (systemTypes !== null) {
    conditions.push(sql`problem.system_type = any(${[...systemTypes]}::text[])`);
  }
  if (contestId !== undefined) {
    conditions.push(sql`exists (
      select from contest_problem where contest_id = ${contestId} and problem_id = problem.id
    )`);
  }
  if (tag) conditions.push(sql`problem.tags @> array[lower(${tag})]`);
  // Only admins restore what was deleted.
  if (groupIds !== null) conditions.push(state === 'deleted' ? sql`false` : isReadableIn(groupIds));
  if (q.trim() !== '') conditions.push(hasText(q.trim()));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Part of a title in any language, or of the number in its system; or the id itself. */
function hasText(text: string): RawBuilder<unknown> {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return sql`(problem.id = ${id} or problem.id in (${idsWithText(text)}))`;
}

/**
 * Ids of the problems that have a text in a title in any language, or in the number in their system. Each branch has an
 * index of its own; one condition over both tables would read every statement.
 */
export function idsWithText(text: string): RawBuilder<unknown> {
  const part = sql`lower(${containing(text)})`;
  return sql`
    select id from problem where lower(title) like ${part}
    union all select id from problem where lower(foreign_problem_identifier) like ${part}
    union all select problem_id from problem_statement where lower(title) like ${part}
  `;
}

const IS_USED = sql`exists (
  select from contest_problem join contest on contest.id = contest_id
  where problem_id = problem.id and not is_suspended and virtual_of_id is null
)`;

const STATE_CONDITIONS: Record<ProblemSearchQuery['state'], RawBuilder<unknown>> = {
  any: sql`true`,
  noTests: sql`problem.system_type = 'balloon' and problem.testset_id is null`,
  failing: sql`problem.is_failing`,
  used: IS_USED,
  unused: sql`not ${IS_USED}`,
  vanished: sql`exists (
    select from outside_problem where problem_id = problem.id and vanished_at_ms is not null
  )`,
  deleted: sql`problem.deleted_at_ms is not null`,
};

/**
 * The rule of `findReadableProblem` for the present content, in SQL. Contests that are removed may be restored, so they
 * count; virtual participations are for their owners alone.
 */
export const isReadableIn = (groupIds: readonly number[]) => sql`(
  not exists (
    select from contest_problem join contest on contest.id = contest_id
    where problem_id = problem.id and virtual_of_id is null
  )
  or exists (
    select from contest_problem join contest on contest.id = contest_id
    where problem_id = problem.id and version_id is null and virtual_of_id is null and (
      not exists (select from contest_group where contest_group.contest_id = contest.id)
      or exists (
        select from contest_group
        where contest_group.contest_id = contest.id and group_id = any(${[...groupIds]}::integer[])
      )
    )
  )
)`;

/** Where another system has the problem of a query; null: nowhere. */
const OUTSIDE_ORIGIN = sql<OutsideOrigin | null>`(
  select jsonb_build_object(
    'serverId', server_id,
    'url', coalesce(outside_problem.url, problem.source_url),
    'vanishedAtMs', vanished_at_ms
  )
  from outside_problem where problem_id = problem.id
)`;

/** Where another system has a problem; null: nowhere. */
export async function findOutsideOrigin(db: Db, problemId: number): Promise<OutsideOrigin | null> {
  const found = await db
    .selectFrom('problem')
    .select(OUTSIDE_ORIGIN.as('outside'))
    .where('id', '=', problemId)
    .executeTakeFirst();
  return found?.outside ?? null;
}

/** Problems with what the admin area shows of each, in the order of the ids. */
export async function findManagedProblems(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('problem')
    .leftJoin('testset', 'testset.id', 'problem.testsetId')
    .select(PROBLEM_COLUMNS)
    .select([
      'problem.textStatement',
      sql<boolean>`problem.testset_id is not null`.as('hasTests'),
      'problem.isFailing',
      'problem.tags',
      sql<boolean>`problem.deleted_at_ms is not null`.as('isDeleted'),
      sql<boolean>`(
        exists (select from outside_problem where outside_problem.problem_id = problem.id)
        or exists (
          select from package_import
          where package_import.problem_id = problem.id and state = 'done' and blob_sha256 is not null
        )
      )`.as('canRescan'),
      sql<number>`(
        select count(*)::integer from contest_problem join contest on contest.id = contest_id
        where problem_id = problem.id and not is_suspended and virtual_of_id is null
      )`.as('contestsNumber'),
      sql<number>`(
        select coalesce(max(version_number), 0) from problem_version where problem_id = problem.id
      )`.as('latestVersionNumber'),
      sql<{ solutions: number; accepted: number }>`(
        select jsonb_build_object('solutions', count(*), 'accepted', count(*) filter (where verdict_id = 1))
        from solution where problem_id = problem.id and solution.deleted_at_ms is null
      )`.as('counts'),
      OUTSIDE_ORIGIN.as('outside'),
    ])
    .where('problem.id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type ManagedProblemRow = Awaited<ReturnType<typeof findManagedProblems>>[number];
