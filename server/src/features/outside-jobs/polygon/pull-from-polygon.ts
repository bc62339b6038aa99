import type { NewPolygonPull } from '@balloon/contracts/outside/outside-jobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import type { OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { startJob } from '#features/outside-jobs/admins/start-job.ts';
import { sealPin } from '#features/outside-jobs/jobs/sealed-pin.ts';
import type { Services, User } from '#services.ts';

/**
 * Starts to fetch the newest packages of problems or of a contest of Polygon. Returns the id of the job.
 *
 * @param problemId problem of ours that becomes a new version, for one package
 * @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND
 * @throws {ConflictError} OUTSIDE_OF_OTHER_SYSTEM
 */
export function startPull(
  { db, options }: Services,
  admin: User,
  serverId: number,
  { problemIds, contestId, pin, force }: NewPolygonPull,
  problemId: number | null = null,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await requireSystem(tx, serverId, 'polygon');
    return startJob(tx, admin, serverId, {
      ...{ kind: 'polygon', problemIds: [...new Set(problemIds)], contestId: contestId ?? null },
      ...{ isForced: force, problemId, pin: pin ? sealPin(options.settingsKey, pin) : null },
    });
  });
}

/** @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND; {ConflictError} OUTSIDE_OF_OTHER_SYSTEM */
export async function requireSystem(tx: Tx, serverId: number, systemType: OutsideServerType): Promise<void> {
  const server = await tx
    .selectFrom('outsideServer')
    .select('systemType')
    .where('id', '=', serverId)
    .executeTakeFirst();
  if (!server) throw new NotFoundError('OUTSIDE_SERVER_NOT_FOUND', `There is no server ${serverId}`);
  if (server.systemType !== systemType)
    throw new ConflictError(
      'OUTSIDE_OF_OTHER_SYSTEM',
      `Server ${serverId} is of ${server.systemType}: choose one of ${systemType}`,
    );
}
