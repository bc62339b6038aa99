import { Readable } from 'node:stream';
import type { PictureType, TestPicture } from '@balloon/contracts/judging/testset.ts';
import { blobSize, readBlob } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileHeaders } from '#features/problems/statement-files.ts';
import { imageNotFound } from '#features/uploads/send-image.ts';

const ENDINGS: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
};

/** Picture of a stored test; null where it has none. */
export function testPicture({
  pictureSha256,
  pictureType,
}: {
  pictureSha256: string | null;
  pictureType: PictureType | null;
}): TestPicture | null {
  return pictureSha256 !== null && pictureType !== null
    ? { sha256: pictureSha256, mediaType: pictureType }
    : null;
}

/** Picture with that content of a test in any version of the problem. */
export async function findTestPicture(
  db: Db,
  { problemId, sha256 }: { problemId: number; sha256: string },
): Promise<TestPicture> {
  const found = await db
    .selectFrom('test')
    .innerJoin('testset', 'testset.id', 'test.testsetId')
    .where('testset.problemId', '=', problemId)
    .where('test.pictureSha256', '=', sha256)
    .select(['test.pictureSha256', 'test.pictureType'])
    .limit(1)
    .executeTakeFirst();
  const picture = found ? testPicture(found) : null;
  if (!picture) throw imageNotFound();
  return picture;
}

/**
 * Sends the picture of a test, which comes out of a package and is not trusted: shown by an `img`, where nothing of it runs;
 * an SVG that is opened by itself is only downloaded. Its address names its content, and the right to see it may end.
 */
export async function sendTestPicture(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, mediaType }: TestPicture,
): Promise<FastifyReply> {
  const sizeBytes = await blobSize(db, sha256);
  if (sizeBytes === undefined) throw imageNotFound();
  const headers = fileHeaders({ name: `test.${ENDINGS[mediaType]}`, sha256, mediaType });
  reply.headers(headers);
  if (request.headers['if-none-match'] === headers.etag) return reply.status(304).send();
  return reply
    .header('content-length', sizeBytes)
    .send(Readable.from(readBlob(db, sha256), { objectMode: false, highWaterMark: 1 }));
}
