import { Done } from '@balloon/contracts/common.ts';
import { BlobParams, ProgressReply, ResultReply } from '@balloon/contracts/judge.ts';
import {
  BlobUploadQuery,
  ImportClaim,
  ImportClaimReply,
  ImportProgressReport,
  ImportRelease,
  ImportResult,
  MissingBlobsReply,
  MissingBlobsRequest,
} from '@balloon/contracts/package-import.ts';
import { missingBlobs } from '@balloon/database/blobs.ts';
import { seeJudge } from '#features/judging/judges.queries.ts';
import { WaitingJudges } from '#features/judging/waiting-judges.ts';
import { claimImport, PACKAGES } from '#features/packages/claim-import.ts';
import { extendImportLease } from '#features/packages/import-lease.queries.ts';
import { receiveContent, requireHeld } from '#features/packages/receive-content.ts';
import { takeBackImport } from '#features/packages/release-import.ts';
import { takeImportResult } from '#features/packages/take-import-result.ts';
import { hangUpOf } from '#http/hang-up.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'judge' } as const;

/** Statements in many languages, thousands of tests, all labelled solutions. */
const RESULT_LIMIT_BYTES = 64 * 1024 * 1024;
const HASHES_LIMIT_BYTES = 8 * 1024 * 1024;

/** The judges' side of imports; see contracts/package-import.ts. */
export const judgeImportRoutes: Routes = async (app, services) => {
  const { db, announcements, options } = services;
  const waiting = new WaitingJudges();
  const stopListening = [
    announcements.on('import.waiting', () => waiting.wake(PACKAGES)),
    announcements.on('resync', () => waiting.wakeAll()),
  ];
  app.addHook('preClose', async () => {
    for (const stop of stopListening) stop();
    waiting.giveUpAll();
  });
  app.addContentTypeParser('application/octet-stream', (_request, content, done) => done(null, content));

  app.post(
    '/api/judge/imports/claim',
    { config, schema: { body: ImportClaim, response: { 200: ImportClaimReply } } },
    async ({ body }, reply) => ({ task: await claimImport(services, waiting, body, hangUpOf(reply)) }),
  );

  app.post(
    '/api/judge/imports/progress',
    { config, schema: { body: ImportProgressReport, response: { 200: ProgressReply } } },
    async ({ body }) => {
      await seeJudge(db, body.judgeId);
      return { keep: await extendImportLease(db, body, { ...body, leaseMs: options.leaseMs }) };
    },
  );

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
    { config, schema: { params: BlobParams, querystring: BlobUploadQuery, response: { 200: Done } } },
    async ({ params, query, body }) => {
      await receiveContent(services, query, params.sha256, body);
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

  app.post(
    '/api/judge/imports/release',
    { config, schema: { body: ImportRelease, response: { 200: Done } } },
    async ({ body }) => {
      await takeBackImport(services, body);
      return { result: true } as const;
    },
  );
};
