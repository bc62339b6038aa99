import { Readable } from 'node:stream';
import { Done } from '@balloon/contracts/common.ts';
import { BlobParams } from '@balloon/contracts/judging/judge.ts';
import { MissingBlobsReply } from '@balloon/contracts/judging/package-import.ts';
import { RelayClaim } from '@balloon/contracts/outside/relay.ts';
import {
  JobBlobQuery,
  JobClaimReply,
  JobEnd,
  JobLanguages,
  JobListed,
  JobMissingBlobs,
  JobPackage,
  JobProblem,
  JobProgress,
  JobReply,
  JobWanted,
  JobWantedReply,
} from '@balloon/contracts/outside/relay-jobs.ts';
import { type JobTelling, TOLD_EVERY_MS } from '#features/outside-jobs/jobs/job-telling.ts';
import { openArchive } from '#features/outside-jobs/relay/archive-content.ts';
import { claimJob, OUTSIDE_JOB } from '#features/outside-jobs/relay/claim-job.ts';
import { endJob, noteProgress } from '#features/outside-jobs/relay/end-job.ts';
import { giveWanted } from '#features/outside-jobs/relay/give-wanted.ts';
import { findMissing, receiveJobContent } from '#features/outside-jobs/relay/job-contents.ts';
import { noteListed } from '#features/outside-jobs/relay/list-problems.ts';
import { takeLanguages } from '#features/outside-jobs/relay/store-languages.ts';
import { takePackage } from '#features/outside-jobs/relay/take-package.ts';
import { takeProblem } from '#features/outside-jobs/relay/take-problem.ts';
import { WaitingJudges } from '#features/queue/waiting-judges.ts';
import { hangUpOf } from '#http/callers/hang-up.ts';
import { RateLimit } from '#http/callers/rate-limit.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'relay' } as const;
const response = { 200: JobReply };

/** Most bytes of a read problem: four statements at their longest. */
const PROBLEM_LIMIT_BYTES = 64 * 1024 * 1024;
/** Most bytes of a part of a list. */
const LIST_LIMIT_BYTES = 16 * 1024 * 1024;

/** Calls of relays about jobs; see contracts/src/outside/relay-jobs.ts. */
export const relayJobRoutes: Routes = async (app, services) => {
  const waiting = new WaitingJudges();
  const telling: JobTelling = new RateLimit(TOLD_EVERY_MS);
  const { announcements } = services;
  const stopListening = [
    announcements.on('judging.waiting', ({ languageKey }) => {
      if (languageKey === OUTSIDE_JOB) waiting.wake(OUTSIDE_JOB);
    }),
    announcements.on('resync', () => waiting.wakeAll()),
  ];
  app.addHook('preClose', async () => {
    for (const stop of stopListening) stop();
    waiting.giveUpAll();
  });
  app.addContentTypeParser('application/octet-stream', (_request, content, done) => done(null, content));

  app.post(
    '/api/relay/claim-job',
    { config, schema: { body: RelayClaim, response: { 200: JobClaimReply } } },
    async ({ body }, reply) => ({ job: await claimJob(services, waiting, body, hangUpOf(reply)) }),
  );

  app.post(
    '/api/relay/job/listed',
    { config, bodyLimit: LIST_LIMIT_BYTES, schema: { body: JobListed, response } },
    async ({ body }) => ({ goOn: await noteListed(services, telling, body) }),
  );

  app.post(
    '/api/relay/job/wanted',
    { config, schema: { body: JobWanted, response: { 200: JobWantedReply } } },
    async ({ body }) => {
      const problems = await giveWanted(services, body);
      return { goOn: problems !== undefined, problems: problems ?? [] };
    },
  );

  app.post(
    '/api/relay/job/problem',
    { config, bodyLimit: PROBLEM_LIMIT_BYTES, schema: { body: JobProblem, response } },
    async ({ body }) => ({ goOn: await takeProblem(services, telling, body) }),
  );

  app.post(
    '/api/relay/job/missing-blobs',
    { config, schema: { body: JobMissingBlobs, response: { 200: MissingBlobsReply } } },
    ({ body: { blobs, ...lease } }) => findMissing(services, lease, blobs),
  );

  app.put(
    '/api/relay/job/blobs/:sha256',
    {
      config: { ...config, isUpload: true },
      schema: { params: BlobParams, querystring: JobBlobQuery, response: { 200: Done } },
    },
    async ({ params, query, body }) => {
      await receiveJobContent(services, query, params.sha256, body);
      return { result: true } as const;
    },
  );

  app.get(
    '/api/relay/job/blobs/:sha256',
    { config, compress: false, schema: { params: BlobParams, querystring: JobBlobQuery } },
    async ({ params, query }, reply) => {
      const { content, sizeBytes } = await openArchive(services, query, params.sha256);
      return reply
        .type('application/octet-stream')
        .header('content-length', sizeBytes)
        .send(Readable.from(content, { objectMode: false, highWaterMark: 1 }));
    },
  );

  app.post(
    '/api/relay/job/package',
    { config, schema: { body: JobPackage, response } },
    async ({ body }) => ({ goOn: await takePackage(services, body) }),
  );

  app.post(
    '/api/relay/job/languages',
    { config, schema: { body: JobLanguages, response } },
    async ({ body }) => ({
      goOn: await takeLanguages(services, body),
    }),
  );

  app.post(
    '/api/relay/job/progress',
    { config, schema: { body: JobProgress, response } },
    async ({ body }) => ({
      goOn: await noteProgress(services, body),
    }),
  );

  app.post('/api/relay/job/end', { config, schema: { body: JobEnd, response } }, async ({ body }) => ({
    goOn: await endJob(services, body),
  }));
};
