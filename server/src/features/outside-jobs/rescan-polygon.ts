import type { Rescan } from '@balloon/contracts/problem-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { startPull } from '#features/outside-jobs/pull-from-polygon.ts';
import { waitForJob } from '#features/outside-jobs/wait-for-job.ts';
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

/** Asks Polygon for the newest package of a problem; a newer revision is imported as its new version. */
export async function rescanPolygon(
  services: Services,
  admin: User,
  problemId: number,
  { serverId, polygonId }: { serverId: number; polygonId: number },
): Promise<Rescan> {
  const { db } = services;
  const pull = { problemIds: [polygonId], force: false };
  const jobId = await startPull(services, admin, serverId, pull, problemId);
  const job = await waitForJob(db, jobId);
  const line = await db
    .selectFrom('outsideJobLine as line')
    .leftJoin('packageImport', 'packageImport.id', 'line.importId')
    .select(['line.outcome', 'line.message', 'line.importId', 'packageImport.state'])
    .where('line.jobId', '=', jobId)
    .executeTakeFirst();
  const versionNumber = await findLatestVersionNumber(db, problemId);
  const { importId = null } = line ?? {};
  if (line?.state && importId !== null) {
    const state = line.state === 'waiting' ? 'queued' : line.state;
    return { importId, state, versionNumber, message: line.message };
  }
  if (line?.outcome === 'same')
    return { importId, state: 'refused', versionNumber, message: 'Polygon has no newer revision' };
  const state = {
    waiting: 'queued',
    running: 'running',
    done: 'failed',
    failed: 'failed',
    cancelled: 'cancelled',
  };
  return {
    ...{ importId, versionNumber, message: line?.message ?? job.message },
    state: (state as Record<typeof job.state, Rescan['state']>)[job.state],
  };
}
