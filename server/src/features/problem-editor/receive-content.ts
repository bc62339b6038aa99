import type { UploadedContent } from '@balloon/contracts/problems/problem-editor.ts';
import { MAX_CONTENT_BYTES } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { storeBlobStream } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { FastifyRequest } from 'fastify';
import { EXCERPT_BYTES, excerptOf } from '#features/problem-editor/excerpt-of.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { receiveOneFile } from '#http/bodies/receive-one-file.ts';

/**
 * Stores an input, an answer or a source of a checker; it is thrown away after a day unless a save names it.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN; {TooLargeError} FILE_TOO_LARGE
 */
export async function receiveContent(
  db: Db,
  problemId: number,
  request: FastifyRequest,
): Promise<UploadedContent> {
  if (!(await findProblem(db, problemId))) throw problemNotFound(problemId);
  const { sha256, sizeBytes, head } = await receiveOneFile(
    request,
    { maxBytes: MAX_CONTENT_BYTES, headBytes: EXCERPT_BYTES },
    (content) => storeBlobStream(db, content),
  );
  return { sha256, bytes: sizeBytes, excerpt: excerptOf(head) };
}
