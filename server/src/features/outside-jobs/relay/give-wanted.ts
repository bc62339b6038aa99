import {
  JobRequest,
  type JobWanted,
  Validators,
  type WantedProblem,
} from '@balloon/contracts/outside/relay-jobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { type HeldJob, isForcedJob, lockHeldJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import type { Services } from '#services.ts';

/** Gives a relay the next problems to be read, with what was read of them last; `undefined` when the lease is lost. */
export function giveWanted(
  { db, options }: Services,
  { count, ...lease }: JobWanted,
): Promise<WantedProblem[] | undefined> {
  return db.transaction().execute(async (tx) => {
    const job = await lockHeldJob(tx, lease, options.leaseMs);
    return job && findWanted(tx, job, count);
  });
}

async function findWanted(tx: Tx, job: HeldJob, count: number): Promise<WantedProblem[]> {
  const request = JobRequest.parse(job.request);
  const isForced = isForcedJob(request);
  const { rows } = await sql<Omit<WantedProblem, 'validators'> & { validators: unknown }>`
    select line.foreign_id, line.title, known.content_sha256, known.validators,
      case when ${isForced} then null else (
        select max(revision) from problem_package join problem on problem.id = problem_package.problem_id
        where deleted_at_ms is null and polygon_server_id = ${job.serverId} and polygon_problem_id::text = line.foreign_id
      ) end as revision
    from outside_job_line as line
    left join lateral (
      select content_sha256, validators
      from outside_problem join problem on problem.id = outside_problem.problem_id
      where server_id = ${job.serverId} and foreign_problem_identifier = line.foreign_id
        and deleted_at_ms is null
      order by problem_id
      limit 1
    ) as known on true
    where line.job_id = ${job.id} and line.outcome = 'wanted'
    order by line.foreign_id
    limit ${count}
  `.execute(tx);
  return rows.map(({ validators, contentSha256, ...wanted }) => ({
    ...wanted,
    contentSha256: isForced ? null : contentSha256,
    // Who names a problem wants it looked at; a scan may trust the dates of its pages.
    validators: request.kind === 'scan' ? (Validators.nullable().safeParse(validators).data ?? null) : null,
  }));
}
