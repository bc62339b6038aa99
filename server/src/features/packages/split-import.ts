import type { ImportResult } from '@balloon/contracts/judging/package-import.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { storableText } from '#content/storable.ts';
import { NOBODY } from '#features/packages/enqueue-import.ts';
import type { ImportEnd, ImportRequest } from '#features/packages/imports.queries.ts';
import { enqueuePackageWork } from '#features/queue/enqueue-judging.ts';

/** End of an import whose archive holds several packages; a single problem cannot be renewed by all of them. */
export function splitImport(
  { problemId }: ImportRequest,
  { parts, report }: Pick<ImportResult, 'parts' | 'report'>,
): ImportEnd {
  const facts = { number: parts.length };
  if (problemId === null) {
    const message = `It holds ${parts.length} packages: each is imported by itself`;
    return { state: 'split', message, reason: { code: 'severalInside', facts }, report };
  }
  const message = `It holds ${parts.length} packages, which cannot all become versions of problem ${problemId}. Upload one of them`;
  return {
    state: 'failed',
    message,
    reason: { code: 'severalForOne', facts: { ...facts, problemId } },
    report,
  };
}

/** Queues an import for each package of an archive, with the options of the archive's own. */
export async function enqueueParts(
  tx: Tx,
  { authorId, fileName, blobSha256, sizeBytes, isNewProblem, isForced }: ImportRequest,
  parts: readonly string[],
): Promise<void> {
  const shared = { fileName, blobSha256, sizeBytes, authorId, isNewProblem, isForced };
  const createdAtMs = await databaseNowMs(tx);
  for (const part of new Set(parts)) {
    const { id } = await tx
      .insertInto('packageImport')
      .values({ ...shared, part: storableText(part), problemId: null, createdAtMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueuePackageWork(tx, { importId: id, accountId: authorId ?? NOBODY });
  }
}
