import { randomBytes } from 'node:crypto';
import { storeBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { ForbiddenError, TooLargeError } from '#errors.ts';
import type { Upload } from '#http/bodies/upload.ts';
import type { User } from '#services.ts';

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const NAME_BYTES = 16;
export const IMAGE_NAME = /^[0-9a-f]{32}\.(png|jpg|webp|gif)$/;

/** Kinds that browsers show and that run nothing: no SVG. */
const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/**
 * Stores a picture. The content decides on its kind, not the name.
 *
 * @returns the name under which it is served; it cannot be guessed
 * @throws {ForbiddenError} NO_IMAGE
 * @throws {TooLargeError} IMAGE_TOO_LARGE
 */
export async function storeImage(db: Db, author: Pick<User, 'id'>, upload: Upload): Promise<string> {
  const content = await readWhole(upload);
  const type = await pictureType(content);
  if (!type) {
    throw new ForbiddenError('NO_IMAGE', 'Send a picture: PNG, JPEG, WebP or GIF');
  }
  const name = `${randomBytes(NAME_BYTES).toString('hex')}.${type.ext}`;
  await db.transaction().execute(async (tx) => {
    const sha256 = await storeBlob(tx, content);
    const createdAtMs = await databaseNowMs(tx);
    await insertImage(tx, { name, sha256, mediaType: type.mime, authorId: author.id, createdAtMs });
  });
  return name;
}

/** Kind of a picture by its content; undefined for what is none that is shown. */
export async function pictureType(content: Buffer): Promise<{ ext: string; mime: string } | undefined> {
  const { fileTypeFromBuffer } = await import('file-type'); // large, and pictures are rare
  const type = await fileTypeFromBuffer(content).catch(() => undefined); // cut off in the middle of its head
  return type && TYPES.has(type.mime) ? type : undefined;
}

interface StoredImage {
  name: string;
  sha256: string;
  mediaType: string;
  authorId: number | null;
  createdAtMs: number;
}

/** Gives a stored content the name under which it is served. */
export async function insertImage(tx: Tx, image: StoredImage): Promise<void> {
  await tx.insertInto('uploadedImage').values(image).execute();
}

async function readWhole(upload: Upload): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of upload) {
    bytes += piece.length;
    if (bytes <= MAX_IMAGE_BYTES) pieces.push(piece); // the rest is read too, or the sender would not see the answer
  }
  if (bytes > MAX_IMAGE_BYTES) throw new TooLargeError('IMAGE_TOO_LARGE', 'A picture may have 5 MB at most');
  return Buffer.concat(pieces);
}
