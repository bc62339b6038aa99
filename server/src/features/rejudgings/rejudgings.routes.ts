import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  RejudgingDetail,
  RejudgingFilter,
  RejudgingList,
  RejudgingParams,
  RejudgingPreview,
  StartRejudging,
} from '@balloon/contracts/solutions/rejudgings.ts';
import { applyRejudging, cancelRejudging } from '#features/rejudgings/end-rejudging.ts';
import { listRejudgings, readRejudging } from '#features/rejudgings/read-rejudging.ts';
import { previewRejudging, startRejudging } from '#features/rejudgings/start-rejudging.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;
/** Names of the same filters in lists of solutions. */
const bulk = {
  filterProblemIds: 'problemIds',
  filterLanguageIds: 'languageIds',
  filterVerdictIds: 'verdictIds',
  filterUserIds: 'userIds',
  filterGroupIds: 'groupIds',
  filterJudgeIds: 'judgeIds',
  reasons: 'staleReasons',
} as const;
const path = '/api/admin/contests/:contestId/rejudgings';
const detail = { params: RejudgingParams, response: { 200: RejudgingDetail } };

/** Rejudging as a set; see contracts/src/solutions/rejudgings.ts. */
export const rejudgingSetRoutes: Routes = async (app, services) => {
  app.get(path, { config, schema: { params: ContestParams, response: { 200: RejudgingList } } }, (request) =>
    listRejudgings(services, userOf(request), request.params.contestId),
  );

  app.get(
    `${path}/preview`,
    {
      config: { ...config, bulk },
      schema: { params: ContestParams, querystring: RejudgingFilter, response: { 200: RejudgingPreview } },
    },
    (request) => previewRejudging(services, userOf(request), request.params.contestId, request.query),
  );

  app.post(
    path,
    {
      config: { ...config, bulk, audit: 'rejudging.start' },
      schema: {
        params: ContestParams,
        querystring: RejudgingFilter,
        body: StartRejudging,
        response: { 202: RejudgingDetail },
      },
    },
    async (request, reply) => {
      const { params, query: filter, body } = request;
      const started = await startRejudging(services, userOf(request), params.contestId, { ...body, filter });
      return reply.status(202).send(started);
    },
  );

  app.get(`${path}/:rejudgingId`, { config, schema: detail }, (request) =>
    readRejudging(services, userOf(request), request.params),
  );

  app.post(
    `${path}/:rejudgingId/apply`,
    { config: { ...config, audit: 'rejudging.apply' }, schema: detail },
    (request) => applyRejudging(services, userOf(request), request.params),
  );

  app.post(
    `${path}/:rejudgingId/cancel`,
    { config: { ...config, audit: 'rejudging.cancel' }, schema: detail },
    (request) => cancelRejudging(services, userOf(request), request.params),
  );
};
