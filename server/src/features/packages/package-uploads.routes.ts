import { EndedUpload, EndUpload, UploadParams } from '@balloon/contracts/problems/package-upload.ts';
import { ContentHashes } from '#features/packages/content-hashes.ts';
import { enqueueImportIn } from '#features/packages/enqueue-import.ts';
import { endUpload } from '#features/packages/package-uploads.ts';
import { addPieceRoutes } from '#features/packages/piece-routes.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const UPLOADS = '/api/admin/problems/uploads';

/** Routes by which admins upload large packages in pieces; see contracts/src/problems/package-upload.ts. */
export const packageUploadRoutes: Routes = async (app, services) => {
  const hashes = new ContentHashes();
  addPieceRoutes(app, services, UPLOADS, 'problem', hashes);

  app.post(
    `${UPLOADS}/:uploadId/end`,
    {
      config: { allow: 'admin', audit: 'import.start' },
      schema: { params: UploadParams, body: EndUpload, response: { 202: EndedUpload } },
    },
    async (request, reply) => {
      const { params, body } = request;
      const author = userOf(request);
      const mine = { authorId: author.id, purpose: 'problem' } as const;
      const ended = await endUpload(services, hashes, mine, params.uploadId, async (tx, file) => ({
        importId: await enqueueImportIn(tx, author, { ...file, ...body }),
      }));
      return reply.status(202).send(ended);
    },
  );
};
