import { Done } from '@balloon/contracts/common.ts';
import { BlobParams } from '@balloon/contracts/judging/judge.ts';
import { ResultReply } from '@balloon/contracts/judging/leases.ts';
import {
  BlobUploadQuery,
  ImportResult,
  MissingBlobsReply,
  MissingBlobsRequest,
} from '@balloon/contracts/judging/package-import.ts';
import { missingBlobs } from '@balloon/database/blobs.ts';
import { receiveContent, requireHeld } from '#features/packages/receive-content.ts';
import { takeImportResult } from '#features/packages/take-import-result.ts';
import { tokenHashOfJudge } from '#http/callers/shown-token.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'judge' } as const;

/** Largest result: statements in many languages, thousands of tests, all labelled solutions. */
const RESULT_LIMIT_BYTES = 64 * 1024 * 1024;
const HASHES_LIMIT_BYTES = 8 * 1024 * 1024;

/** Calls of judges that build packages; see contracts/src/judging/package-import.ts. */
export const judgeImportRoutes: Routes = async (app, services) => {
  const { db } = services;
  app.addContentTypeParser('application/octet-stream', (_request, content, done) => done(null, content));

  app.post(
    '/api/judge/imports/missing-blobs',
    {
      config,
      bodyLimit: HASHES_LIMIT_BYTES,
      schema: { body: MissingBlobsRequest, response: { 200: MissingBlobsReply } },
    },
    async ({ body }) => {
      await requireHeld(db, body);
      return { missing: await missingBlobs(db, body.blobs) };
    },
  );

  app.put(
    '/api/judge/blobs/:sha256',
    {
      config: { ...config, isUpload: true },
      schema: { params: BlobParams, querystring: BlobUploadQuery, response: { 200: Done } },
    },
    async (request) => {
      const { params, query, body, headers } = request;
      const statedBytes = Number(headers['content-length'] ?? Number.NaN);
      const tokenHash = tokenHashOfJudge(request);
      await receiveContent(services, query, params.sha256, { tokenHash, body, statedBytes });
      return { result: true } as const;
    },
  );

  app.post(
    '/api/judge/imports/result',
    {
      config,
      bodyLimit: RESULT_LIMIT_BYTES,
      schema: { body: ImportResult, response: { 200: ResultReply } },
    },
    async ({ body }) => ({ stored: await takeImportResult(services, body) }),
  );
};
