import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError } from '#errors.ts';
import { imagePath } from '#http/pages/image-path.ts';

/**
 * Name of an uploaded picture by its link; null without one.
 *
 * @throws {InvalidInputError} IMAGE_NOT_FOUND
 */
export async function storedPicture(tx: Tx, link: string | null): Promise<string | null> {
  if (link === null) return null;
  const name = link.slice(link.lastIndexOf('/') + 1);
  const image = await tx
    .selectFrom('uploadedImage')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  if (image && imagePath(name) === link) return name;
  throw new InvalidInputError('IMAGE_NOT_FOUND', 'There is no such picture: upload it again');
}

export const linkOf = (picture: string | null): string | null =>
  picture === null ? null : imagePath(picture);
