import {
  ContestPackageProgress,
  ContestPackageStored,
  ImportContest,
  ImportContestReport,
} from '@balloon/contracts/contests/contest-import.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import { EndedUpload, UploadParams } from '@balloon/contracts/problems/package-upload.ts';
import { InvalidInputError } from '#errors.ts';
import { importContest } from '#features/contest-import/import-contest.ts';
import { readProgress } from '#features/contest-import/read-progress.ts';
import { ContentHashes } from '#features/packages/content-hashes.ts';
import { endUpload } from '#features/packages/package-uploads.ts';
import { addPieceRoutes } from '#features/packages/piece-routes.ts';
import { readZipForm } from '#features/packages/receive-package.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const IMPORT = '/api/admin/contests/import';
const UPLOADS = `${IMPORT}/uploads`;

/** Import of contest packages. */
export const contestImportRoutes: Routes = async (app, services) => {
  const hashes = new ContentHashes();
  addPieceRoutes(app, services, UPLOADS, 'contest', hashes);

  app.post(
    `${UPLOADS}/:uploadId/end`,
    {
      config: { allow: 'admin', audit: 'none' }, // the import is recorded
      schema: { params: UploadParams, response: { 200: EndedUpload } },
    },
    (request) => {
      const mine = { authorId: userOf(request).id, purpose: 'contest' } as const;
      return endUpload(services, hashes, mine, request.params.uploadId, async (_tx, { sha256 }) => ({
        storedSha256: sha256,
      }));
    },
  );

  app.post(
    `${IMPORT}/archive`,
    {
      // Stored for a day and shown nowhere; the import is recorded.
      config: { allow: 'admin', audit: 'none', isUpload: true },
      schema: { response: { 200: ContestPackageStored } },
    },
    async (request) => {
      const maxBytes = packageMaxBytes(services.options.packageMaxGb);
      const { file } = await readZipForm(services, request, maxBytes);
      if (file) return file;
      throw new InvalidInputError('FILE_MISSING', 'Send one zip file, as multipart/form-data');
    },
  );

  app.post(
    IMPORT,
    {
      config: { allow: 'admin', bulk: {}, audit: 'contest.import' },
      schema: { body: ImportContest, response: { 200: ImportContestReport } },
    },
    (request) => importContest(services, userOf(request), request.body),
  );

  app.get(
    '/api/admin/contests/:contestId/package',
    {
      config: { allow: 'admin' },
      schema: { params: ContestParams, response: { 200: ContestPackageProgress } },
    },
    ({ params }) => readProgress(services, params.contestId),
  );
};
