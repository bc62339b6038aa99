import { z } from 'zod';
import { sendImage } from '#features/uploads/send-image.ts';
import { IMAGE_NAME, storeImage } from '#features/uploads/store-image.ts';
import { userOf } from '#http/allow.ts';
import { uploadedFile } from '#http/bodies/upload.ts';
import { imagePath } from '#http/pages/image-path.ts';
import type { Routes } from '#http/routes.ts';

const ImageParams = z.object({ name: z.string().regex(IMAGE_NAME) });
const ImageLink = z.object({ link: z.string().describe('where the picture is, for the editor of news') });

const YEAR_SEC = 365 * 24 * 3600;

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
    ({ params: { name } }, reply) => sendImage(db, reply, { name, maxAgeSec: YEAR_SEC }),
  );
};
