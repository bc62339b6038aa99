import { Readable } from 'node:stream';
import {
  ContentExcerpt,
  ContentParams,
  UnpackedTests,
  UploadedContent,
} from '@balloon/contracts/problems/problem-editor.ts';
import { ProblemParams } from '@balloon/contracts/problems/problems.ts';
import { readContent, readExcerpt } from '#features/problem-editor/read-content.ts';
import { receiveContent } from '#features/problem-editor/receive-content.ts';
import { receiveTestsZip } from '#features/problem-editor/receive-tests-zip.ts';
import { findTestPicture, sendTestPicture } from '#features/problems/test-picture.ts';
import type { Routes } from '#http/routes.ts';

const admin = { allow: 'admin' } as const;
/** Contents change nothing until a save names them, and that is recorded. */
const upload = { ...admin, audit: 'none', isUpload: true } as const;

/** Contents of tests and checkers: uploads that a save will name, and reading those of the problem's versions. */
export const problemContentRoutes: Routes = async (app, services) => {
  const { db } = services;
  const path = '/api/admin/problems/:problemId';

  app.post(
    `${path}/contents`,
    { config: upload, schema: { params: ProblemParams, response: { 200: UploadedContent } } },
    (request) => receiveContent(db, request.params.problemId, request),
  );

  app.post(
    `${path}/tests/zip`,
    { config: upload, schema: { params: ProblemParams, response: { 200: UnpackedTests } } },
    (request) => receiveTestsZip(db, request.params.problemId, request),
  );

  app.get(
    `${path}/contents/:sha256/excerpt`,
    { config: admin, schema: { params: ContentParams, response: { 200: ContentExcerpt } } },
    (request) => readExcerpt(db, request.params),
  );

  app.get(
    `${path}/test-pictures/:sha256`,
    { config: admin, compress: false, schema: { params: ContentParams } },
    async (request, reply) => sendTestPicture(db, request, reply, await findTestPicture(db, request.params)),
  );

  app.get(
    `${path}/contents/:sha256`,
    { config: admin, compress: false, schema: { params: ContentParams } },
    async ({ params }, reply) => {
      const { bytes, content } = await readContent(db, params);
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="${params.sha256.slice(0, 12)}.txt"`,
          'content-length': bytes,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-cache',
        })
        .send(Readable.from(content));
    },
  );
};
