import { sql } from 'kysely';

/**
 * The testset that judges a problem in a contest, as SQL beside a table with `contest_id` and `problem_id`: that of
 * the version which the contest is pinned to, else the problem's own. Null when there is none.
 */
export const judgedTestset = (table: 'solution' | 'contestProblem' | 'subject') => sql<
  number | null
>`coalesce(
  (
    select version.testset_id
    from contest_problem link
    join problem_version version on version.uuid = link.version_id and version.problem_id = link.problem_id
    where link.contest_id = ${sql.ref(`${table}.contestId`)} and link.problem_id = ${sql.ref(`${table}.problemId`)}
  ),
  (select own.testset_id from problem own where own.id = ${sql.ref(`${table}.problemId`)})
)`;

/** Whether files of a problem are compiled with each solution, as SQL beside `contest_problem`. */
export const HAS_GRADERS = sql<boolean>`exists (
  select from testset
  where id = ${judgedTestset('contestProblem')} and jsonb_array_length(coalesce(rules -> 'graders', '[]')) > 0
)`;
