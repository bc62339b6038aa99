import type { UploadedContent } from '@balloon/contracts/problems/problem-editor.ts';
import { blobSize, readBlob } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { EXCERPT_BYTES, excerptOf } from '#features/problem-editor/excerpt-of.ts';
import { isContentOf } from '#features/problem-editor/problem-editor.queries.ts';

interface Wanted {
  problemId: number;
  sha256: string;
}

/**
 * Reads a content of one of the problem's versions, chunk by chunk.
 *
 * @throws {NotFoundError} CONTENT_NOT_FOUND, also for contents of other problems
 */
export async function readContent(db: Db, { problemId, sha256 }: Wanted) {
  const bytes = (await isContentOf(db, problemId, sha256)) ? await blobSize(db, sha256) : undefined;
  if (bytes === undefined) {
    throw new NotFoundError(
      'CONTENT_NOT_FOUND',
      `No version of problem ${problemId} has the content ${sha256}`,
    );
  }
  return { bytes, content: readBlob(db, sha256) };
}

/** Reads the beginning of a content; errors as of `readContent`. */
export async function readExcerpt(db: Db, wanted: Wanted): Promise<UploadedContent> {
  const { bytes, content } = await readContent(db, wanted);
  let head = Buffer.alloc(0);
  for await (const chunk of content) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= EXCERPT_BYTES) break;
  }
  return { sha256: wanted.sha256, bytes, excerpt: excerptOf(head) };
}
