import { Done } from '@balloon/contracts/common.ts';
import { ImportAccepted } from '@balloon/contracts/package-import.ts';
import {
  BeginUpload,
  EndUpload,
  PackageUpload,
  PackageUploads,
  PieceQuery,
  UploadParams,
} from '@balloon/contracts/package-upload.ts';
import { ContentHashes } from '#features/packages/content-hashes.ts';
import { findUploads } from '#features/packages/package-uploads.queries.ts';
import {
  endUpload,
  giveUpUpload,
  readUpload,
  receivePiece,
  startUpload,
} from '#features/packages/package-uploads.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

/** An unfinished upload concerns its author only. */
const config = { allow: 'admin', audit: 'none' } as const;
const UPLOADS = '/api/admin/problems/uploads';
const UPLOAD = `${UPLOADS}/:uploadId`;

/** Routes by which admins upload large packages in pieces; see contracts/package-upload.ts. */
export const packageUploadRoutes: Routes = async (app, services) => {
  const hashes = new ContentHashes();
  app.addContentTypeParser('application/octet-stream', (_request, content, done) => done(null, content));

  app.get(UPLOADS, { config, schema: { response: { 200: PackageUploads } } }, async (request) => ({
    uploads: await findUploads(services.db, userOf(request).id),
  }));

  app.post(UPLOADS, { config, schema: { body: BeginUpload, response: { 200: PackageUpload } } }, (request) =>
    startUpload(services, userOf(request), request.body),
  );

  app.get(UPLOAD, { config, schema: { params: UploadParams, response: { 200: PackageUpload } } }, (request) =>
    readUpload(services, userOf(request), request.params.uploadId),
  );

  app.put(
    UPLOAD,
    {
      config: { ...config, isUpload: true },
      schema: {
        params: UploadParams,
        querystring: PieceQuery,
        response: { 200: PackageUpload.pick({ receivedBytes: true }) },
      },
    },
    async (request) => {
      const { params, query, body } = request;
      const piece = { uploadId: params.uploadId, offset: query.offset, body };
      return { receivedBytes: await receivePiece(services, hashes, userOf(request), piece) };
    },
  );

  app.post(
    `${UPLOAD}/end`,
    {
      config: { ...config, audit: 'import.start' },
      schema: { params: UploadParams, body: EndUpload, response: { 202: ImportAccepted } },
    },
    async (request, reply) => {
      const { uploadId } = request.params;
      const importId = await endUpload(services, hashes, userOf(request), uploadId, request.body);
      return reply.status(202).send({ importId });
    },
  );

  app.delete(
    UPLOAD,
    { config, schema: { params: UploadParams, response: { 200: Done } } },
    async (request) => {
      await giveUpUpload(services, userOf(request), request.params.uploadId);
      return { result: true } as const;
    },
  );
};
