import { type JobListed, JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import {
  addLines,
  findKnown,
  type KnownProblem,
  type NewLine,
} from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { type JobTelling, tellHowFar } from '#features/outside-jobs/jobs/job-telling.ts';
import { forgetFailures, type HeldJob, lockHeldJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { settleJob } from '#features/outside-jobs/jobs/settle-job.ts';
import { isOfScope } from '#features/outside-jobs/relay/scan-scope.ts';
import { noteServerAnswers, takeTrouble } from '#features/outside-systems/troubles.ts';
import type { Services } from '#services.ts';

/** Known problems above which a list with less than half of them is not believed. */
const FEW_KNOWN = 20;

/**
 * Stores a part of a list: which problems are to be read, and where it goes on. The complete list of a scan that lacks
 * more than half of the known problems ends it as a changed page.
 *
 * @returns false when the lease is lost or the scan has ended
 */
export async function noteListed(
  services: Services,
  telling: JobTelling,
  { problems, nextCursor, ...lease }: JobListed,
): Promise<boolean> {
  const { db, options } = services;
  return db.transaction().execute(async (tx) => {
    const job = await lockHeldJob(tx, lease, options.leaseMs);
    if (!job) return false;
    const request = JobRequest.parse(job.request);
    const known = await findKnown(
      tx,
      job.serverId,
      problems.map(({ foreignId }) => foreignId),
    );
    await addLines(tx, job.id, linesOf(problems, known, request));
    await clearVanished(tx, known);
    await tx
      .updateTable('outsideJob')
      .set({ cursor: nextCursor, isListed: nextCursor === null })
      .where('id', '=', job.id)
      .execute();
    await noteServerAnswers(tx, job.serverId);
    if (request.kind === 'scan' && nextCursor === null && (await isMuchShorter(tx, job, request.scope))) {
      await refuseShortList(tx, services, job);
      return false;
    }
    await forgetFailures(tx, job.id);
    await tellHowFar(tx, services, telling, job.id);
    return true;
  });
}

function linesOf(
  problems: JobListed['problems'],
  known: readonly KnownProblem[],
  request: JobRequest,
): NewLine[] {
  const byId = new Map(known.map((problem) => [problem.foreignId, problem]));
  return problems.map(({ foreignId, title }) => {
    const problem = byId.get(foreignId);
    return { foreignId, title, problemId: problem?.problemId ?? null, outcome: outcomeOf(problem, request) };
  });
}

/** A problem that people have deleted comes back by an import only. */
function outcomeOf(problem: KnownProblem | undefined, request: JobRequest): 'wanted' | 'known' {
  if (request.kind !== 'scan') return 'wanted';
  const isWanted = problem ? request.update && !problem.isDeleted : request.insert;
  return isWanted ? 'wanted' : 'known';
}

async function clearVanished(tx: Tx, known: readonly KnownProblem[]): Promise<void> {
  if (known.length === 0) return;
  await tx
    .updateTable('outsideProblem')
    .set({ vanishedAtMs: null })
    .where(
      'problemId',
      'in',
      known.map(({ problemId }) => problemId),
    )
    .where('vanishedAtMs', 'is not', null)
    .execute();
}

/** Known problems of the scope that are in no line of the scan. */
export async function findUnlisted(
  tx: Tx,
  job: Pick<HeldJob, 'id' | 'serverId'>,
  scope: string | null,
): Promise<{ unlisted: KnownProblem[]; known: number }> {
  const server = await tx
    .selectFrom('outsideServer')
    .select(['systemType', 'settings'])
    .where('id', '=', job.serverId)
    .executeTakeFirstOrThrow();
  const known = (await findKnown(tx, job.serverId)).filter(
    ({ foreignId, isDeleted }) => !isDeleted && isOfScope(server, scope, foreignId),
  );
  const rows = await tx
    .selectFrom('outsideJobLine')
    .select('foreignId')
    .where('jobId', '=', job.id)
    .execute();
  const listed = new Set(rows.map(({ foreignId }) => foreignId));
  return { unlisted: known.filter(({ foreignId }) => !listed.has(foreignId)), known: known.length };
}

async function isMuchShorter(tx: Tx, job: HeldJob, scope: string | null): Promise<boolean> {
  const { unlisted, known } = await findUnlisted(tx, job, scope);
  return known > FEW_KNOWN && unlisted.length > known / 2;
}

/** Ends a scan whose list cannot be right; another attempt lists anew. */
async function refuseShortList(tx: Tx, services: Services, job: HeldJob): Promise<void> {
  const failure = { kind: 'drift', message: 'The list has fewer than half of the known problems' } as const;
  await takeTrouble(tx, { serverId: job.serverId, accountId: null, solutionId: null }, failure);
  await settleJob(tx, services, job.id, { state: 'failed', failure: failure.kind, message: failure.message });
  await tx.deleteFrom('outsideJobLine').where('jobId', '=', job.id).execute();
  await tx.updateTable('outsideJob').set({ isListed: false }).where('id', '=', job.id).execute();
}
