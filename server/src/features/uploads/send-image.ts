import { Readable } from 'node:stream';
import { readBlob } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { FastifyReply } from 'fastify';
import { NotFoundError } from '#errors.ts';

/**
 * Sends an uploaded picture, which never changes under its name.
 *
 * @param maxAgeSec how long the browser may keep it
 * @throws {NotFoundError} IMAGE_NOT_FOUND
 */
export async function sendImage(
  db: Db,
  reply: FastifyReply,
  { name, maxAgeSec }: { name: string; maxAgeSec: number },
): Promise<FastifyReply> {
  const image = await db
    .selectFrom('uploadedImage')
    .select(['sha256', 'mediaType'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!image) throw imageNotFound();
  return reply
    .headers({
      'content-type': image.mediaType,
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': `private, max-age=${maxAgeSec}, immutable`,
    })
    .send(Readable.from(readBlob(db, image.sha256)));
}

/** Error for a picture that is not there, or not for the caller. */
export const imageNotFound = () => new NotFoundError('IMAGE_NOT_FOUND', 'There is no such picture');
