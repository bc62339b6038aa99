import { createHash, randomBytes } from 'node:crypto';
import type { ImportFate } from '@balloon/contracts/people/team-import.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { TooLargeError } from '#errors.ts';
import type { BlobZip } from '#features/contest-import/blob-zip.ts';
import type { FaultLog } from '#features/contest-import/fault-log.ts';
import type { PictureInPackage } from '#features/contest-import/read-contest-package.ts';
import { insertImage, MAX_IMAGE_BYTES, pictureType } from '#features/uploads/store-image.ts';

/** Bytes of all pictures of a package, as the archive states them. */
const MAX_ALL_BYTES = 512 * 1024 * 1024;

export interface PlannedPicture extends PictureInPackage {
  sha256: string;
  fate: ImportFate;
}

/**
 * Compares the pictures of a package with those that the site shows; one at a time is in memory.
 *
 * @throws {TooLargeError} FILES_TOO_LARGE
 */
export async function planPictures(
  db: Db,
  zip: BlobZip,
  pictures: readonly PictureInPackage[],
  faults: FaultLog,
): Promise<PlannedPicture[]> {
  if (pictures.reduce((sum, { path }) => sum + zip.sizeOf(path), 0) > MAX_ALL_BYTES)
    throw new TooLargeError('FILES_TOO_LARGE', 'The pictures of the package are too large together');
  const shown = await findShown(db);
  const planned: PlannedPicture[] = [];
  for (const picture of pictures) {
    const { kind, foreignId, path } = picture;
    if (zip.sizeOf(path) > MAX_IMAGE_BYTES) {
      faults.warn(path, foreignId, 'PICTURE_TOO_LARGE');
      continue;
    }
    const content = await zip.read(path, MAX_IMAGE_BYTES);
    if (!(await pictureType(content))) {
      faults.warn(path, foreignId, 'PICTURE_NOT_READ');
      continue;
    }
    const sha256 = createHash('sha256').update(content).digest('hex');
    const before = shown.get(`${kind} ${foreignId}`);
    const fate = before === undefined ? 'create' : before === sha256 ? 'same' : 'update';
    planned.push({ ...picture, sha256, fate });
  }
  return planned;
}

/** Hashes of the pictures that are shown, by kind and id of the other system. */
async function findShown(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; sha256: string }>`
    select 'organization ' || foreign_id as key, sha256 from organization
      join uploaded_image on uploaded_image.name = logo where foreign_id is not null
    union all
    select 'team ' || foreign_id, sha256 from team
      join uploaded_image on uploaded_image.name = photo where foreign_id is not null
  `.execute(db);
  return new Map(rows.map(({ key, sha256 }) => [key, sha256]));
}

/** Stores the contents of the pictures that change; those of an import that fails afterwards are thrown away after a day. */
export async function storePictureContents(
  db: Db,
  zip: BlobZip,
  pictures: readonly PlannedPicture[],
): Promise<void> {
  for (const { path, fate } of pictures) {
    if (fate === 'same') continue;
    const content = await zip.read(path, MAX_IMAGE_BYTES);
    await db.transaction().execute((tx) => storeBlob(tx, content));
  }
}

/** Shows the pictures that change; triggers announce it for open tables. */
export async function showPictures(
  tx: Tx,
  zip: BlobZip,
  pictures: readonly PlannedPicture[],
  authorId: number | null,
): Promise<void> {
  const createdAtMs = await databaseNowMs(tx);
  for (const { kind, foreignId, path, sha256, fate } of pictures) {
    if (fate === 'same') continue;
    const type = await pictureType(await zip.read(path, MAX_IMAGE_BYTES));
    if (!type) continue;
    const name = `${randomBytes(16).toString('hex')}.${type.ext}`;
    await insertImage(tx, { name, sha256, mediaType: type.mime, authorId, createdAtMs });
    if (kind === 'team') {
      await tx.updateTable('team').set({ photo: name }).where('foreignId', '=', foreignId).execute();
      continue;
    }
    await tx
      .updateTable('organization')
      .set((eb) => ({ logo: name, version: eb('version', '+', 1) }))
      .where('foreignId', '=', foreignId)
      .execute();
  }
}
