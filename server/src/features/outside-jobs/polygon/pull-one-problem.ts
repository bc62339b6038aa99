import type { PolygonImportReply } from '@balloon/contracts/outside/older-imports.ts';
import type { Db } from '@balloon/database/connect.ts';
import { askUntil } from '#ask-until.ts';
import { ConflictError } from '#errors.ts';
import { isRelayPresent } from '#features/outside-jobs/admins/read-jobs.ts';
import { startPull } from '#features/outside-jobs/polygon/pull-from-polygon.ts';
import type { Services, User } from '#services.ts';

/** How long a request waits until it is known whether there is a package. */
const WAIT_MS = 25_000;

/**
 * Starts to fetch a problem of Polygon by its number there, and waits until it is known whether it has a newer package
 * than the one that is here. The fetch and the import go on afterwards.
 *
 * @throws {ConflictError} POLYGON_MISSING while no server of Polygon is entered
 */
export async function pullOneProblem(
  services: Services,
  admin: User,
  polygonId: number,
): Promise<PolygonImportReply> {
  const { db } = services;
  const server = await db
    .selectFrom('outsideServer')
    .select('id')
    .where('systemType', '=', 'polygon')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!server)
    throw new ConflictError('POLYGON_MISSING', 'Add Polygon with an API key among the outside systems first');
  const jobId = await startPull(services, admin, server.id, { problemIds: [polygonId], force: false });
  const answer = await askUntil(
    () => findAnswer(db, jobId),
    async (known) => known !== null || !(await isRelayPresent(db)),
    WAIT_MS,
  );
  const unknown = { status_code: 202, message: `Polygon has not answered yet: follow job ${jobId}` } as const;
  return { ...(answer ?? unknown), jobId };
}

async function findAnswer(db: Db, jobId: number): Promise<Omit<PolygonImportReply, 'jobId'> | null> {
  const job = await db
    .selectFrom('outsideJob')
    .leftJoin('outsideJobLine as line', 'line.jobId', 'outsideJob.id')
    .select(['outsideJob.state', 'outsideJob.memo', 'outsideJob.message as failure'])
    .select(['line.outcome', 'line.message'])
    .where('outsideJob.id', '=', jobId)
    .executeTakeFirstOrThrow();
  if (job.outcome === 'same')
    return { status_code: 400, message: 'Already imported: Polygon has nothing newer' };
  if (job.outcome === 'failed') return { status_code: 400, message: job.message ?? 'Not found' };
  // The relay notes the revision as soon as it has seen it, before it fetches the package.
  if (job.memo || job.outcome === 'new')
    return { status_code: 200, message: 'The package is being imported' };
  if (job.state === 'failed' || job.state === 'cancelled')
    return { status_code: 503, message: job.failure ?? job.state };
  return null;
}
