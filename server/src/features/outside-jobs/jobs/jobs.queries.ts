import type { JobLease, JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trialMayGoOn } from '#features/outside-jobs/jobs/trial-accounts.ts';
import { isPausedUntil } from '#features/outside-systems/relay.queries.ts';

/*
 * Theory of operation. A server has one job at a time, so that its pages are asked in one pace. A claim locks the job and
 * the row of its server and then looks again whether another job of the server has begun: two claims at the same moment
 * must not both begin one. The lease is that of solutions: a fence out of the one sequence, extended by every call. A job
 * whose lease has expired is claimed anew and goes on from what is stored. Locks are taken in the order job, identifier
 * of a problem (advisory), problem.
 */

export type HeldLease = z.infer<typeof JobLease>;

/** A job as a claim has taken it. */
export interface ClaimedJob {
  id: number;
  fence: number;
  kind: JobRequest['kind'];
  serverId: number;
  accountId: number | null;
  request: unknown;
  cursor: string | null;
  isListed: boolean;
  memo: string | null;
  failures: number;
}

/** Longest pause in ms of a job; one that ends later was made before the database's clock was set back. */
const MAX_PAUSE_MS = 86_400_000;

/** Condition on `job` and `server`. A look at an account is what an admin asks for before a server is used again. */
const mayBegin = sql<boolean>`(
  (job.state = 'waiting' or (job.state = 'running' and not (${isPausedUntil('job.leased_until_ms')})))
  and not (${isPausedUntil('job.not_before_ms', MAX_PAUSE_MS)})
  and (job.kind = 'check' or (server.paused_at_ms is null and not (${isPausedUntil('server.away_until_ms')})))
  and ${trialMayGoOn}
  and not exists (
    select from outside_job as other
    where other.server_id = job.server_id and other.id <> job.id
      and other.state = 'running' and ${isPausedUntil('other.leased_until_ms')}
  )
)`;

/** Leases the oldest job that can be done now; `undefined` when none can. */
export async function claimNextJob(
  tx: Tx,
  relayId: number,
  leaseMs: number,
): Promise<ClaimedJob | undefined> {
  const { rows: candidates } = await sql<{ id: number }>`
    select job.id
    from outside_job as job join outside_server as server on server.id = job.server_id
    where ${mayBegin}
    order by job.id
    limit 1
    for no key update of job, server skip locked
  `.execute(tx);
  const [candidate] = candidates;
  if (!candidate) return undefined;
  const { rows } = await sql<ClaimedJob>`
    update outside_job as job set
      failures = case when ${isExpired} then job.failures + 1 else job.failures end,
      state = 'running',
      fence = next_fence(),
      relay_id = ${relayId},
      leased_until_ms = ${NOW_MS} + ${leaseMs}::bigint,
      started_at_ms = coalesce(job.started_at_ms, ${NOW_MS})
    from outside_server as server
    where job.id = ${candidate.id} and server.id = job.server_id and ${mayBegin}
    returning job.id, job.fence, job.kind, job.server_id, job.account_id, job.request, job.cursor, job.is_listed,
      job.memo, job.failures
  `.execute(tx);
  return rows[0];
}

/** A relay that went away counts as a failure: a job that ends every relay must end itself. */
const isExpired = sql<boolean>`job.state = 'running'`;

/** Returns a job that was claimed in vain. @param afterMs pause before it is claimed again */
export async function returnJob(db: Db, jobId: number, fence: number, afterMs = 0): Promise<void> {
  await db
    .updateTable('outsideJob')
    .set({
      ...{ state: 'waiting', fence: null, relayId: null, leasedUntilMs: null },
      notBeforeMs: sql<number>`${NOW_MS} + ${afterMs}::bigint`,
    })
    .where('id', '=', jobId)
    .where('fence', '=', fence)
    .execute();
}

export type HeldJob = NonNullable<Awaited<ReturnType<typeof lockHeldJob>>>;

/** Whether a job makes new versions although nothing has changed. */
export const isForcedJob = (request: JobRequest): boolean => 'isForced' in request && request.isForced;

/**
 * Locks a job for a call of its relay and extends the lease, also an expired one that nobody has claimed since.
 *
 * @returns `undefined` when the lease is lost or the job has ended
 */
export function lockHeldJob(tx: Tx, { jobId, fence }: HeldLease, leaseMs: number) {
  return tx
    .updateTable('outsideJob')
    .set({ leasedUntilMs: sql<number>`${NOW_MS} + ${leaseMs}::bigint` })
    .where('id', '=', jobId)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .returning([
      'id',
      'kind',
      'serverId',
      'accountId',
      'authorId',
      'request',
      'isListed',
      'steps',
      'failures',
    ])
    .executeTakeFirst();
}

/** Kind of a held job, for calls that change nothing of it; `undefined` when the lease is lost. */
export async function findHeldKind(
  db: Db,
  { jobId, fence }: HeldLease,
): Promise<JobRequest['kind'] | undefined> {
  const held = await db
    .selectFrom('outsideJob')
    .select('kind')
    .where('id', '=', jobId)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return held?.kind;
}

/** Whether a held job hands over an archive of that content. */
export async function isArchiveOf(db: Db, { jobId, fence }: HeldLease, sha256: string): Promise<boolean> {
  const held = await db
    .selectFrom('outsideJob')
    .select('id')
    .where('id', '=', jobId)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .where('kind', '=', 'archive')
    .where(sql`request ->> 'sha256'`, '=', sha256)
    .executeTakeFirst();
  return held !== undefined;
}

/** Adds a job that waits. Returns its id. */
export async function insertJob(
  tx: Tx,
  job: { serverId: number; authorId: number | null; request: JobRequest; isListed?: boolean },
): Promise<number> {
  const { id } = await tx
    .insertInto('outsideJob')
    .values({
      ...{ kind: job.request.kind, serverId: job.serverId, authorId: job.authorId, cursor: null },
      ...{ request: JSON.stringify(job.request), isListed: job.isListed ?? false, createdAtMs: NOW_MS },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores that what is asked for works again, so that the next failure begins with a short pause. */
export async function forgetFailures(tx: Tx, jobId: number): Promise<void> {
  await tx
    .updateTable('outsideJob')
    .set({ failures: 0, failure: null, message: null })
    .where('id', '=', jobId)
    .where((eb) => eb.or([eb('failures', '>', 0), eb('failure', 'is not', null)]))
    .execute();
}
