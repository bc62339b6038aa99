import type { UploadedFile } from '@balloon/contracts/problems/problem-editor.ts';
import { MAX_STATEMENT_FILE_BYTES } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { storeBlobStream } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { FastifyRequest } from 'fastify';
import { kindOfFile, MAGIC_BYTES, mediaTypeOf } from '#content/file-kinds.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { fileAddress } from '#features/problems/statement-files.ts';
import { receiveOneFile } from '#http/bodies/receive-one-file.ts';

/** Hex digits of the hash in a file's address, so that one address always means the same file. */
const NAME_HASH_LENGTH = 8;

/**
 * Stores a file for a problem's statement: a picture, a PDF, a text.
 *
 * @returns the entry for `attachments.files`
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN; {TooLargeError} FILE_TOO_LARGE
 */
export async function receiveStatementFile(
  db: Db,
  problemId: number,
  request: FastifyRequest,
): Promise<UploadedFile> {
  if (!(await findProblem(db, problemId))) throw problemNotFound(problemId);
  const { fileName, head, sha256, sizeBytes } = await receiveOneFile(
    request,
    { maxBytes: MAX_STATEMENT_FILE_BYTES, headBytes: MAGIC_BYTES },
    (content) => storeBlobStream(db, content),
  );
  const mediaType = mediaTypeOf(head);
  const name = `${sha256.slice(0, NAME_HASH_LENGTH)}/${plainName(fileName)}`;
  await db
    .insertInto('problemFile')
    .values({ problemId, name, sha256, sizeBytes, mediaType })
    .onConflict((conflict) => conflict.columns(['problemId', 'name']).doNothing())
    .execute();
  const url = fileAddress(problemId, name);
  return { type: kindOfFile(fileName, mediaType), title: fileName, url, downloadUrl: url };
}

/** Name that an address may carry; `FilePath` allows no other letters. */
function plainName(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  const ending = dot > 0 && /^[A-Za-z0-9]{1,8}$/.test(fileName.slice(dot + 1)) ? fileName.slice(dot) : '';
  const words = fileName.slice(0, dot > 0 ? dot : undefined).match(/[A-Za-z0-9_]+/g) ?? ['file'];
  return `${words.join('-').slice(0, 80)}${ending}`;
}
