import { Readable } from 'node:stream';
import { readBlob } from '@balloon/database/blobs.ts';
import { z } from 'zod';
import { NotFoundError } from '#errors.ts';
import { IMAGE_NAME, storeImage } from '#features/uploads/store-image.ts';
import { userOf } from '#http/allow.ts';
import { imagePath } from '#http/image-path.ts';
import type { Routes } from '#http/routes.ts';
import { uploadedFile } from '#http/upload.ts';

const ImageParams = z.object({ name: z.string().regex(IMAGE_NAME) });
const ImageLink = z.object({ link: z.string().describe('where the picture is, for the editor of news') });

/** Pictures for news, as editors of older clients upload them. */
export const uploadRoutes: Routes = async (app, services) => {
  const { db } = services;

  app.post(
    '/upload/image',
    // A picture is invisible until news show it, and those news are recorded.
    { config: { allow: 'supervisor', audit: 'none' }, schema: { response: { 200: ImageLink } } },
    async (request) => {
      const name = await storeImage(db, userOf(request), await uploadedFile(request));
      return { link: imagePath(name) };
    },
  );

  app.get(
    imagePath(':name'),
    { config: { allow: 'user', whileConfined: 'open' }, compress: false, schema: { params: ImageParams } },
    async ({ params: { name } }, reply) => {
      const image = await db
        .selectFrom('uploadedImage')
        .select(['sha256', 'mediaType'])
        .where('name', '=', name)
        .executeTakeFirst();
      if (!image) throw new NotFoundError('IMAGE_NOT_FOUND', 'There is no such picture');
      return reply
        .headers({
          'content-type': image.mediaType,
          'content-disposition': 'inline',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(Readable.from(readBlob(db, image.sha256)));
    },
  );
};
