import { type JobPackage, JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import { blobSize } from '@balloon/database/blobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError } from '#errors.ts';
import { forgetFailures, type HeldJob, lockHeldJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { enqueueImportIn } from '#features/packages/enqueue-import.ts';
import type { Services } from '#services.ts';

/**
 * Makes an import of a package that a relay has fetched, as of an upload. The same package told twice is one import.
 *
 * @returns false when the lease is lost
 * @throws {InvalidInputError} CONTENT_MISSING
 */
export function takePackage(
  { db, options }: Services,
  { foreignId, fileName, sha256, ...lease }: JobPackage,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await lockHeldJob(tx, lease, options.leaseMs);
    if (!job) return false;
    const sizeBytes = await blobSize(tx, sha256);
    if (sizeBytes === undefined)
      throw new InvalidInputError('CONTENT_MISSING', `The content ${sha256} was not sent`);
    if (!(await isWanted(tx, job, foreignId))) return true;
    const importId = await startImport(tx, job, { foreignId, fileName, sha256, sizeBytes });
    await tx
      .updateTable('outsideJobLine')
      .set({ outcome: 'new', importId })
      .where('jobId', '=', job.id)
      .where('foreignId', '=', foreignId)
      .execute();
    await forgetFailures(tx, job.id);
    return true;
  });
}

async function isWanted(tx: Tx, job: HeldJob, foreignId: string): Promise<boolean> {
  const line = await tx
    .selectFrom('outsideJobLine')
    .select('outcome')
    .where('jobId', '=', job.id)
    .where('foreignId', '=', foreignId)
    .executeTakeFirst();
  return line?.outcome === 'wanted';
}

function startImport(
  tx: Tx,
  { authorId, serverId, request }: HeldJob,
  { foreignId, ...file }: { foreignId: string; fileName: string; sha256: string; sizeBytes: number },
): Promise<number> {
  const asked = JobRequest.parse(request);
  const { problemId = null, isForced = false } = asked.kind === 'polygon' ? asked : {};
  return enqueueImportIn(tx, authorId === null ? null : { id: authorId }, {
    ...{ ...file, force: isForced },
    ...(problemId === null ? {} : { problemId }),
    polygon: { serverId, problemId: Number(foreignId) },
  });
}
