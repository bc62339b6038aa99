import type { Queue, QueuedWork, QueueQuery } from '@balloon/contracts/site/maintenance.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { sql } from 'kysely';
import { titleIn } from '#features/problems/title-in.ts';
import { PRIORITIES } from '#features/queue/enqueue-judging.ts';
import { NAME_OF_ACCOUNT } from '#features/users/name-of-account.ts';
import type { Services } from '#services.ts';

/** Reads the beginning of the queue in the order in which judges take it; what is with a judge comes first. */
export async function readQueue(
  { db }: Services,
  { kind, count, locale }: QueueQuery & { locale: Locale },
): Promise<Queue> {
  const { worksNumber } = await db
    .selectFrom('judging')
    .$if(kind !== undefined, (query) => query.where('purpose', '=', kind ?? 'verdict'))
    .select((eb) => eb.fn.countAll<number>().as('worksNumber'))
    .executeTakeFirstOrThrow();
  return { works: await findWorks(db, { kind, count, locale }), worksNumber };
}

async function findWorks(
  db: Db,
  { kind, count, locale }: QueueQuery & { locale: Locale },
): Promise<QueuedWork[]> {
  const { rows } = await sql<QueuedWork>`
    select
      judging.id,
      judging.purpose as kind,
      judging.language_key,
      judging.state,
      judging.test_number,
      judging.tests_number,
      judging.attempt,
      judging.priority <= ${PRIORITIES.front} as is_in_front,
      judging.priority >= ${PRIORITIES.rejudging} and judging.purpose in ('verdict', 'rejudge') as is_rejudged,
      coalesce(
        solution.sent_at_ms, trial_run.created_at_ms, package_import.created_at_ms, problem_check.created_at_ms,
        similarity_search.started_at_ms
      ) as sent_at_ms,
      judge.name as judge,
      case when account.id is not null then jsonb_build_object('id', account.id, 'name', ${NAME_OF_ACCOUNT}) end as author,
      case when contest.id is not null then jsonb_build_object('id', contest.id, 'name', contest.name) end as contest,
      case when problem.id is not null then jsonb_build_object('id', problem.id, 'title', ${titleIn(locale)}) end as problem,
      solution.id as solution_id,
      package_import.file_name
    from (
      select * from judging
      ${kind === undefined ? sql`` : sql`where purpose = ${kind}`}
      order by leased_until_ms is null, priority, turn, solution_id, id
      limit ${count}
    ) as judging
    left join judge on judge.id = judging.judge_id and judging.leased_until_ms is not null
    left join rejudging_run on rejudging_run.id = judging.rejudging_run_id
    left join solution on solution.id = coalesce(judging.solution_id, rejudging_run.solution_id)
    left join trial_run on trial_run.id = judging.trial_run_id
    left join package_import on package_import.id = judging.import_id
    left join problem_check on problem_check.id = judging.check_id
    left join similarity_part on similarity_part.id = judging.similarity_part_id
    left join similarity_search on similarity_search.contest_id = similarity_part.contest_id
    left join account on account.id = judging.account_id
    left join contest on contest.id = coalesce(solution.contest_id, trial_run.contest_id, similarity_part.contest_id)
    left join problem
      on problem.id = coalesce(
        solution.problem_id, trial_run.problem_id, package_import.problem_id, problem_check.problem_id,
        similarity_part.problem_id
      )
    order by judging.leased_until_ms is null, judging.priority, judging.turn, judging.solution_id, judging.id
  `.execute(db);
  return rows;
}
