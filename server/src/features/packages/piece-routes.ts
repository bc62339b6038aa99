import { Done } from '@balloon/contracts/common.ts';
import {
  BeginUpload,
  PackageUpload,
  PackageUploads,
  PieceQuery,
  UploadParams,
  type UploadPurpose,
} from '@balloon/contracts/problems/package-upload.ts';
import type { ContentHashes } from '#features/packages/content-hashes.ts';
import { findUploads } from '#features/packages/package-uploads.queries.ts';
import { giveUpUpload, readUpload, receivePiece, startUpload } from '#features/packages/package-uploads.ts';
import { userOf } from '#http/allow.ts';
import type { App } from '#http/routes.ts';
import type { Services, User } from '#services.ts';

/** An unfinished upload concerns its author only. */
const config = { allow: 'admin', audit: 'none' } as const;

/**
 * Adds the routes by which an archive arrives in pieces, all but its end; see contracts/src/problems/package-upload.ts.
 *
 * @param address where the caller's uploads of this purpose are listed; each has its number behind it
 */
export function addPieceRoutes(
  app: App,
  services: Services,
  address: string,
  purpose: UploadPurpose,
  hashes: ContentHashes,
): void {
  const upload = `${address}/:uploadId`;
  const of = ({ id }: User) => ({ authorId: id, purpose });
  app.addContentTypeParser('application/octet-stream', (_request, content, done) => done(null, content));

  app.get(address, { config, schema: { response: { 200: PackageUploads } } }, async (request) => ({
    uploads: await findUploads(services.db, of(userOf(request))),
  }));

  app.post(address, { config, schema: { body: BeginUpload, response: { 200: PackageUpload } } }, (request) =>
    startUpload(services, of(userOf(request)), request.body),
  );

  app.get(upload, { config, schema: { params: UploadParams, response: { 200: PackageUpload } } }, (request) =>
    readUpload(services, of(userOf(request)), request.params.uploadId),
  );

  app.put(
    upload,
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
      return { receivedBytes: await receivePiece(services, hashes, of(userOf(request)), piece) };
    },
  );

  app.delete(
    upload,
    { config, schema: { params: UploadParams, response: { 200: Done } } },
    async (request) => {
      await giveUpUpload(services, hashes, of(userOf(request)), request.params.uploadId);
      return { result: true } as const;
    },
  );
}
