import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import type { Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { findOnlyLine, rescanStateOf, waitForJob } from '#features/outside-jobs/admins/wait-for-job.ts';
import { startPull } from '#features/outside-jobs/polygon/pull-from-polygon.ts';
import { waitForImport } from '#features/packages/wait-for-import.ts';
import { findLatestVersionNumber } from '#features/problems/versions.queries.ts';
import type { Services, User } from '#services.ts';

/** Server and number of a problem that was fetched from Polygon; `undefined` for any other. */
export async function findPolygonOrigin(
  db: Db,
  problemId: number,
): Promise<{ serverId: number; polygonId: number } | undefined> {
  const row = await db
    .selectFrom('problemPackage')
    .innerJoin('problem', 'problem.id', 'problemPackage.problemId')
    .select(['polygonServerId', 'polygonProblemId'])
    .where('problem.id', '=', problemId)
    .where('problem.deletedAtMs', 'is', null)
    .executeTakeFirst();
  if (!row || row.polygonServerId === null || row.polygonProblemId === null) return undefined;
  return { serverId: row.polygonServerId, polygonId: row.polygonProblemId };
}

/** Fetches the newest package of a problem from Polygon, which becomes its new version, and waits a while for that. */
export async function rescanPolygon(
  services: Services,
  admin: User,
  problemId: number,
  { serverId, polygonId }: { serverId: number; polygonId: number },
): Promise<Rescan> {
  const { db } = services;
  const pull = { problemIds: [polygonId], force: true };
  const jobId = await startPull(services, admin, serverId, pull, problemId);
  const job = await waitForJob(db, jobId);
  const { importId = null, message = null } = (await findOnlyLine(db, jobId)) ?? {};
  const end =
    importId === null
      ? { state: stateWithoutImport(job), message: message ?? job.message }
      : await waitForImport(db, importId);
  return { importId, ...end, versionNumber: await findLatestVersionNumber(db, problemId) };
}

/** State of a rescan that brought no package: a job that is done has then failed. */
function stateWithoutImport(job: JobView): Rescan['state'] {
  return job.state === 'done' ? 'failed' : rescanStateOf(job);
}
