import { Readable } from 'node:stream';
import { Done } from '@balloon/contracts/common.ts';
import { BlobParams, JudgeHello, JudgeWelcome, NeededSoon } from '@balloon/contracts/judging/judge.ts';
import {
  ClaimReply,
  ClaimRequest,
  CompareResultCall,
  type NextWish,
  ProgressReply,
  ProgressReport,
  RejudgeResultCall,
  ReleaseRequest,
  ResultCall,
  ResultReply,
  TrialResultCall,
} from '@balloon/contracts/judging/leases.ts';
import { blobSize, readBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '#errors.ts';
import { takeCompareResult } from '#features/comparing/end-part.ts';
import { welcomeJudge } from '#features/judging/judges/welcome-judge.ts';
import { BulkPace } from '#features/judging/leases/bulk-pace.ts';
import { claimAtOnce, claimWork } from '#features/judging/leases/claim-work.ts';
import { LeasedHere } from '#features/judging/leases/leased-here.ts';
import { NothingBefore } from '#features/judging/leases/nothing-before.ts';
import { takeBack } from '#features/judging/leases/release-work.ts';
import { takeProgress } from '#features/judging/leases/take-progress.ts';
import { takeResult } from '#features/judging/leases/take-result.ts';
import { KeptTestsets } from '#features/judging/tasks/kept-testsets.ts';
import { findNeededSoon } from '#features/judging/tasks/needed-soon.queries.ts';
import { takeRejudgeResult } from '#features/judging/verdicts/end-rejudging.ts';
import { commitVerdicts } from '#features/judging/verdicts/store-verdicts.ts';
import { JudgePermissions } from '#features/queue/judge-permissions.ts';
import { liveSending } from '#features/queue/live-sending.ts';
import { WaitingJudges } from '#features/queue/waiting-judges.ts';
import { takeTrialResult } from '#features/trial-runs/take-trial-result.ts';
import { hangUpOf } from '#http/callers/hang-up.ts';
import { RateLimit } from '#http/callers/rate-limit.ts';
import { tokenHashOfJudge } from '#http/callers/shown-token.ts';
import type { Routes } from '#http/routes.ts';
import type { Services } from '#services.ts';

/** Shortest time in ms between steps of one solution on the page; reports in between are not announced. */
const PROGRESS_SHOWN_EVERY_MS = 200;
const JUDGE_SEEN_EVERY_MS = 10_000;

/** Size limit of results: compiler output, or excerpts of all tests (make-task.ts), up to six times as long in JSON. */
const RESULT_LIMIT_BYTES = 32 * 1024 * 1024;

const config = { allow: 'judge' } as const;

/** Calls of judges; see contracts/src/judging/judge.ts and contracts/src/judging/leases.ts. */
export const judgingRoutes: Routes = async (app, all) => {
  const services: Services = { ...all, db: all.judgesDb };
  const waiting = new WaitingJudges();
  const sending = liveSending(services);
  const nothing = new NothingBefore();
  const pace = new BulkPace(sending, (languageKey) => waiting.wake(languageKey));
  const verdicts = commitVerdicts(services.db, sending);
  const bounds = {
    told: new RateLimit(PROGRESS_SHOWN_EVERY_MS),
    seen: new RateLimit(JUDGE_SEEN_EVERY_MS),
  };
  const leased = new LeasedHere();
  const permissions = new JudgePermissions(services);
  const claims = {
    permissions,
    seen: new RateLimit(JUDGE_SEEN_EVERY_MS),
    ...{ waiting, pace, leased, nothing, testsets: new KeptTestsets() },
  };
  const { announcements } = services;
  const stopListening = [
    announcements.on('judging.waiting', ({ languageKey }) => {
      nothing.announced();
      waiting.wake(languageKey);
    }),
    announcements.on('resync', () => {
      nothing.announced();
      waiting.wakeAll();
    }),
  ];
  app.addHook('preClose', async () => {
    for (const stop of stopListening) stop();
    sending[Symbol.dispose]();
    pace[Symbol.dispose]();
    permissions.close();
    waiting.giveUpAll();
  });

  /**
   * Leases the work that a judge wishes for with a result; `undefined` where it wishes for none.
   *
   * @param delivered set where the result is being stored at the same time
   */
  async function claimWished(
    request: FastifyRequest<{ Body: { judgeId: number; next?: NextWish | undefined } }>,
    reply: FastifyReply,
    delivered: Promise<unknown> = Promise.resolve(),
  ) {
    const { judgeId, next } = request.body;
    if (!next) return undefined;
    const claim = { ...next, judgeId, tokenHash: tokenHashOfJudge(request) };
    const work = await claimAtOnce(services, claims, claim, hangUpOf(reply), delivered);
    return { work, leaseMs: services.options.leaseMs };
  }

  app.post(
    '/api/judge/hello',
    { config, schema: { body: JudgeHello, response: { 200: JudgeWelcome } } },
    async (request) => {
      const welcome = await welcomeJudge(services, request.body, tokenHashOfJudge(request));
      permissions.drop(welcome.judgeId); // its next claim may come before the announcement
      return welcome;
    },
  );

  app.post(
    '/api/judge/claim',
    { config, schema: { body: ClaimRequest, response: { 200: ClaimReply } } },
    async (request, reply) => {
      const claim = { ...request.body, tokenHash: tokenHashOfJudge(request) };
      const { leaseMs } = services.options;
      return { ...(await claimWork(services, claims, claim, hangUpOf(reply))), leaseMs };
    },
  );

  app.post(
    '/api/judge/progress',
    { config, schema: { body: ProgressReport, response: { 200: ProgressReply } } },
    async ({ body }) => ({ keep: await takeProgress(services, bounds, body) }),
  );

  app.post(
    '/api/judge/result',
    { config, bodyLimit: RESULT_LIMIT_BYTES, schema: { body: ResultCall, response: { 200: ResultReply } } },
    async (request, reply) => {
      const { next, ...result } = request.body;
      const storing = takeResult(services, { verdicts, leased }, result);
      // The place of the judge stands still meanwhile. One of many is stored first, since that is what paces them.
      if (leased.find(result)?.isBulk !== false) await storing;
      const claiming = claimWished(request, reply, storing);
      return { stored: await storing, ...(await claiming) };
    },
  );

  app.post(
    '/api/judge/release',
    { config, schema: { body: ReleaseRequest, response: { 200: Done } } },
    async ({ body }) => {
      await takeBack(services, body);
      return { result: true } as const;
    },
  );

  app.post(
    '/api/judge/trial-runs/result',
    {
      config,
      bodyLimit: RESULT_LIMIT_BYTES,
      schema: { body: TrialResultCall, response: { 200: ResultReply } },
    },
    async (request, reply) => {
      const { next, ...result } = request.body;
      const stored = await takeTrialResult(services, result);
      return { stored, ...(await claimWished(request, reply)) };
    },
  );

  app.post(
    '/api/judge/rejudgings/result',
    {
      config,
      bodyLimit: RESULT_LIMIT_BYTES,
      schema: { body: RejudgeResultCall, response: { 200: ResultReply } },
    },
    async (request, reply) => {
      const { next, ...result } = request.body;
      const stored = await takeRejudgeResult(services, result);
      return { stored, ...(await claimWished(request, reply)) };
    },
  );

  app.post(
    '/api/judge/comparisons/result',
    {
      config,
      bodyLimit: RESULT_LIMIT_BYTES,
      schema: { body: CompareResultCall, response: { 200: ResultReply } },
    },
    async (request, reply) => {
      const { next, ...result } = request.body;
      const stored = await takeCompareResult(services, result);
      return { stored, ...(await claimWished(request, reply)) };
    },
  );

  app.get('/api/judge/needed-soon', { config, schema: { response: { 200: NeededSoon } } }, async () => ({
    files: await findNeededSoon(services.db, await databaseNowMs(services.db)),
  }));

  app.get(
    '/api/judge/blobs/:sha256',
    // A judge fetches a file once: packing it costs more than it saves.
    { config, compress: false, schema: { params: BlobParams } },
    async ({ params: { sha256 }, headers }, reply) => {
      const sizeBytes = await blobSize(services.db, sha256);
      if (sizeBytes === undefined) throw new NotFoundError('BLOB_NOT_FOUND', `There is no blob ${sha256}`);
      const from = resumedFrom(headers.range, sizeBytes);
      if (from > 0) reply.status(206).header('content-range', `bytes ${from}-${sizeBytes - 1}/${sizeBytes}`);
      return reply
        .type('application/octet-stream')
        .header('content-length', sizeBytes - from)
        .send(Readable.from(readBlob(services.db, sha256, from), { objectMode: false, highWaterMark: 1 }));
    },
  );
};

/** Offset from which a judge goes on after its connection broke; 0, so all of it, for any other range. */
function resumedFrom(range: string | undefined, sizeBytes: number): number {
  const [, from = '0'] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? [];
  return Number(from) < sizeBytes ? Number(from) : 0;
}
