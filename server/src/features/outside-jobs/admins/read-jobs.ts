import type {
  JobList,
  JobListQuery,
  JobView,
  ServerLanguages,
} from '@balloon/contracts/outside/outside-jobs.ts';
import { JobRequest, JobStep, OutsideServerType } from '@balloon/contracts/outside/relay-jobs.ts';
import { databaseNowMs, NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { jobNotFound } from '#features/outside-jobs/admins/manage-jobs.ts';
import { countLinesOf, noLines } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { RELAY_LIVING_MS } from '#features/outside-systems/read-servers.ts';

const Kind = z.enum(['scan', 'import', 'archive', 'polygon', 'check', 'try']);

/** Reads a page of jobs, newest first. Kinds that nothing is named by are left out. */
export async function listJobs(
  db: Db,
  { count, offset, kinds, serverId }: z.infer<typeof JobListQuery>,
): Promise<JobList> {
  const wanted = kinds?.split(',').flatMap((kind) => Kind.safeParse(kind.trim()).data ?? []);
  const matching = db
    .selectFrom('outsideJob as job')
    .$if(wanted !== undefined, (query) => query.where(sql`job.kind`, '=', sql`any(${wanted ?? []}::text[])`))
    .$if(serverId !== undefined, (query) => query.where('job.serverId', '=', serverId ?? 0));
  const [page, { number }] = await Promise.all([
    matching.select('job.id').orderBy('job.id', 'desc').limit(count).offset(offset).execute(),
    matching.select(sql<number>`count(*)::integer`.as('number')).executeTakeFirstOrThrow(),
  ]);
  const jobs = await findViews(
    db,
    page.map(({ id }) => id),
  );
  return { jobs, jobsNumber: number, hasRelay: await isRelayPresent(db) };
}

/** Reads a job. @throws {NotFoundError} OUTSIDE_JOB_NOT_FOUND */
export async function readJob(db: Db, jobId: number): Promise<JobView> {
  const [job] = await findViews(db, [jobId]);
  if (!job) throw jobNotFound(jobId);
  return job;
}

async function findViews(db: Db, ids: readonly number[]): Promise<JobView[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('outsideJob as job')
    .innerJoin('outsideServer as server', 'server.id', 'job.serverId')
    .leftJoin('account', 'account.id', 'job.authorId')
    .select(['job.id', 'job.kind', 'job.state', 'job.isListed', 'job.what', 'job.failure', 'job.message'])
    .select(['job.request', 'job.steps', 'job.notBeforeMs', 'job.createdAtMs', 'job.startedAtMs'])
    .select(['job.endedAtMs', 'job.authorId', 'account.username'])
    .select(['server.id as serverId', 'server.name', 'server.systemType'])
    .where('job.id', 'in', [...ids])
    .orderBy('job.id', 'desc')
    .execute();
  const [counts, nowMs] = await Promise.all([countLinesOf(db, ids), databaseNowMs(db)]);
  return rows.map(({ request, serverId, name, systemType, authorId, username, notBeforeMs, ...row }) => {
    const asked = JobRequest.parse(request);
    const waits = row.state === 'waiting' && notBeforeMs > nowMs;
    return {
      ...{ ...row, ...askedOf(asked), steps: z.array(JobStep).parse(row.steps) },
      server: { id: serverId, name, systemType: OutsideServerType.parse(systemType) },
      author: authorId === null || username === null ? null : { id: authorId, username },
      ...{ counts: counts.get(row.id) ?? noLines(), waitsUntilMs: waits ? notBeforeMs : null },
    };
  });
}

const askedOf = (asked: JobRequest) => ({
  scope: asked.kind === 'scan' ? asked.scope : null,
  insert: asked.kind === 'scan' ? asked.insert : true,
  update: asked.kind === 'scan' ? asked.update : true,
  fileName: asked.kind === 'archive' ? asked.fileName : null,
});

/** Whether a relay was seen lately. */
export async function isRelayPresent(db: Db): Promise<boolean> {
  const seen = await db
    .selectFrom('relay')
    .select('id')
    .where('seenAtMs', '>', sql<number>`${NOW_MS} - ${RELAY_LIVING_MS}::bigint`)
    .executeTakeFirst();
  return seen !== undefined;
}

/** Languages of a server that take solutions, as they were read last. */
export async function readLanguages(db: Db, serverId: number): Promise<ServerLanguages> {
  const languages = await db
    .selectFrom('language')
    .select(['foreignLanguageId', 'name', 'languageFamily as family'])
    .where('outsideServerId', '=', serverId)
    .where('nonactive', '=', false)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return { languages };
}
