import type { ImportTask } from '@balloon/contracts/judging/package-import.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { ImportLease } from '#features/queue/claim.queries.ts';

/** Collects everything that a judge needs for an import; null when its archive is gone. */
export async function makeImportTask(db: Db, lease: ImportLease): Promise<ImportTask | null> {
  const { importId, fence, attempt } = lease;
  const archive = await db
    .selectFrom('packageImport')
    .where('id', '=', importId)
    .select(['fileName', 'part', 'blobSha256', 'sizeBytes'])
    .executeTakeFirst();
  if (!archive || archive.blobSha256 === null) return null;
  const { fileName, part, blobSha256: sha256, sizeBytes } = archive;
  return { importId, fence, attempt, fileName, part, sha256, sizeBytes };
}
