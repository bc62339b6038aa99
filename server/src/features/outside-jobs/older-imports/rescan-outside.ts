import type { Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { startImport } from '#features/outside-jobs/admins/start-job.ts';
import { findOnlyLine, rescanStateOf, waitForJob } from '#features/outside-jobs/admins/wait-for-job.ts';
import { findLatestVersionNumber } from '#features/problems/versions.queries.ts';
import type { Services, User } from '#services.ts';

/** Server and identifier of a problem that another system has; `undefined` for our own. */
export function findOrigin(db: Db, problemId: number) {
  return db
    .selectFrom('problem')
    .innerJoin('outsideProblem', 'outsideProblem.problemId', 'problem.id')
    .select(['outsideProblem.serverId', 'problem.foreignProblemIdentifier as foreignId'])
    .where('problem.id', '=', problemId)
    .where('problem.deletedAtMs', 'is', null)
    .executeTakeFirst();
}

/** Reads a problem of another system anew, which makes a new version, and waits a while for that. */
export async function rescanOutside(
  services: Services,
  admin: User,
  problemId: number,
  { serverId, foreignId }: { serverId: number; foreignId: string },
): Promise<Rescan> {
  const { db } = services;
  const jobId = await startImport(services, admin, serverId, { foreignIds: [foreignId], isForced: true });
  const job = await waitForJob(db, jobId);
  const line = await findOnlyLine(db, jobId);
  const failure = job.state === 'done' || line?.outcome === 'failed' ? failureOf(line, problemId) : null;
  return {
    ...{ importId: null, state: failure === null ? rescanStateOf(job) : 'failed' },
    versionNumber: await findLatestVersionNumber(db, problemId),
    message: failure ?? job.message,
  };
}

/** Why a reading brought nothing to this problem; null: it did. */
function failureOf(line: Awaited<ReturnType<typeof findOnlyLine>>, problemId: number): string | null {
  if (line?.outcome === 'failed') return line.message ?? 'The problem was not read';
  if (line?.problemId === problemId) return null;
  return line?.problemId == null ? 'The problem was not read' : `It was read as problem ${line.problemId}`;
}
