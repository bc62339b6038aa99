import { ContestParams } from '@balloon/contracts/contests.ts';
import { ContestProblemParams, ProblemParams } from '@balloon/contracts/problems/problems.ts';
import {
  RejudgeParams,
  RejudgeQuery,
  RejudgeReply,
  Solution,
  SolutionParams,
  SolutionResetList,
  StaleList,
  StaleQuery,
  StaleRejudgeQuery,
} from '@balloon/contracts/solutions/solutions.ts';
import { listResets, listResetsOfProblem } from '#features/solutions/rejudging/list-resets.ts';
import { rejudgeContest } from '#features/solutions/rejudging/rejudge-contest.ts';
import { rejudgeSolution } from '#features/solutions/rejudging/rejudge-solution.ts';
import { listStaleSolutions, rejudgeStaleSolutions } from '#features/solutions/rejudging/stale-solutions.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';
import { olderSolution } from '#older-forms/older-solution.ts';

const config = { allow: 'supervisor' } as const;

/** Routes for rejudging: one solution, many, and those with stale verdicts. */
export const rejudgingRoutes: Routes = async (app, services) => {
  app.post(
    '/api/admin/solutions/:solutionId/refresh',
    {
      config: { ...config, audit: 'solution.rejudge', older: olderSolution },
      schema: { params: SolutionParams, response: { 200: Solution } },
    },
    (request) => rejudgeSolution(services, userOf(request), request.params.solutionId),
  );

  const many = '/api/admin/contests/:contestId/solutions';
  for (const [path, params] of [
    [`${many}/refresh`, ContestParams],
    [`${many}/refresh/:symbolIndex`, ContestProblemParams],
    [`${many}/refresh/:symbolIndex/:userId`, RejudgeParams.required()],
    [`${many}/refresh/all/:userId`, RejudgeParams.omit({ symbolIndex: true }).required()],
  ] as const) {
    app.post(
      path,
      {
        config: { ...config, bulk: {}, audit: 'contest.rejudge' },
        schema: { params, querystring: RejudgeQuery, response: { 200: RejudgeReply, 202: RejudgeReply } },
      },
      async (request, reply) => {
        const { params, query } = request;
        const answer = await rejudgeContest(services, userOf(request), params, query.wait);
        return reply.status(statusOf(answer)).send(answer);
      },
    );
  }

  app.get(
    `${many}/resets`,
    { config, schema: { params: ContestParams, response: { 200: SolutionResetList } } },
    (request) => listResets(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/admin/problems/:problemId/solutions/resets',
    { config, schema: { params: ProblemParams, response: { 200: SolutionResetList } } },
    (request) => listResetsOfProblem(services, userOf(request), request.params.problemId),
  );

  for (const [path, params, audit] of [
    [many, ContestParams, 'contest.rejudgeStale'],
    ['/api/admin/problems/:problemId/solutions', ProblemParams, 'problem.rejudgeStale'],
  ] as const) {
    app.get(
      `${path}/stale`,
      { config, schema: { params, querystring: StaleQuery, response: { 200: StaleList } } },
      (request) => listStaleSolutions(services, userOf(request), request.query, request.params),
    );
    app.post(
      `${path}/stale/refresh`,
      {
        config: { ...config, bulk: { staleReasons: 'reasons' }, audit },
        schema: {
          ...{ params, querystring: StaleRejudgeQuery },
          response: { 200: RejudgeReply, 202: RejudgeReply },
        },
      },
      async (request, reply) => {
        const { params, query } = request;
        const answer = await rejudgeStaleSolutions(services, userOf(request), query, params);
        return reply.status(statusOf(answer)).send(answer);
      },
    );
  }
};

/** 202 while solutions are still being put into the queue. */
const statusOf = ({ resetId }: RejudgeReply) => (resetId === undefined ? 200 : 202);
