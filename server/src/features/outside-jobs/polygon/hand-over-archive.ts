import type { FastifyRequest } from 'fastify';
import { InvalidInputError } from '#errors.ts';
import { startJob } from '#features/outside-jobs/admins/start-job.ts';
import { requireSystem } from '#features/outside-jobs/polygon/pull-from-polygon.ts';
import { readZipForm } from '#features/packages/receive-package.ts';
import type { Services, User } from '#services.ts';

/** Largest archive: a relay holds it in memory. */
const MAX_ARCHIVE_BYTES = 200 * 1024 * 1024;

/**
 * Stores an uploaded archive of Polygon and starts to hand it to Yandex.Contest. Returns the id of the job.
 *
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN, NOT_A_ZIP, RAR_NOT_READ; {TooLargeError} PACKAGE_TOO_LARGE
 * @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND; {ConflictError} OUTSIDE_OF_OTHER_SYSTEM
 */
export async function startArchive(
  services: Services,
  admin: User,
  serverId: number,
  request: FastifyRequest,
): Promise<number> {
  const { db } = services;
  await db.transaction().execute((tx) => requireSystem(tx, serverId, 'yandex'));
  const { file } = await readZipForm(services, request, MAX_ARCHIVE_BYTES);
  if (!file) throw new InvalidInputError('FILE_MISSING', 'Send one zip file, as multipart/form-data');
  return db.transaction().execute((tx) => startJob(tx, admin, serverId, { kind: 'archive', ...file }));
}
