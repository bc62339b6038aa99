import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  AuthorSearch,
  ContestSolutionParams,
  RawQuery,
  SolutionCode,
  SolutionList,
  SolutionListParams,
  SolutionListQuery,
  SubmitReply,
  SubmitSolution,
  UsedJudges,
  UsedLanguages,
  UsedVerdicts,
  UserSolutionListQuery,
} from '@balloon/contracts/solutions/solutions.ts';
import { PublicUser } from '@balloon/contracts/users.ts';
import { z } from 'zod';
import { decidingRoutes } from '#features/solutions/deciding/deciding.routes.ts';
import { detailRoutes } from '#features/solutions/details/details.routes.ts';
import { listAuthors } from '#features/solutions/list-authors.ts';
import {
  listContestSolutions,
  listOwnVerdicts,
  listUsedJudges,
  listUsedLanguages,
  listUserSolutions,
} from '#features/solutions/list-solutions.ts';
import { readSource } from '#features/solutions/read-source.ts';
import { rejudgingRoutes } from '#features/solutions/rejudging/rejudging.routes.ts';
import { solutionFileRoutes } from '#features/solutions/sending/solution-files.routes.ts';
import { submitSolution } from '#features/solutions/sending/submit-solution.ts';
import { userOf } from '#http/allow.ts';
import { clientIp } from '#http/callers/client-ip.ts';
import type { Routes } from '#http/routes.ts';
import { olderSolution, olderSolutions } from '#older-forms/older-solution.ts';
import { overPool } from '#services.ts';

export const solutionRoutes: Routes = async (app, services) => {
  const sending = overPool(services, services.writersDb);
  app.post(
    '/api/contest/:contestId/solutions',
    {
      config: { allow: 'user', whileConfined: 'contest', older: olderSolution, isSending: true },
      schema: { params: ContestParams, body: SubmitSolution, response: { 200: SubmitReply } },
    },
    (request) => {
      const { params, body } = request;
      const solution = { ...body, ...params, ip: clientIp(request) };
      return submitSolution(sending, userOf(request), solution, (committed) => {
        request.sendAfter = committed;
      });
    },
  );

  app.get(
    '/api/contest/:contestId/solutions/:select',
    {
      config: { allow: 'user', whileConfined: 'contest', older: olderSolutions },
      schema: {
        params: SolutionListParams,
        querystring: SolutionListQuery,
        response: { 200: SolutionList },
      },
    },
    (request) => listContestSolutions(services, userOf(request), { ...request.query, ...request.params }),
  );

  app.get(
    '/api/contest/:contestId/solutions/:solutionId/code',
    {
      config: { allow: 'user', whileConfined: 'contest', older: olderSolution },
      schema: {
        params: ContestSolutionParams,
        querystring: RawQuery,
        response: { 200: z.union([SolutionCode, z.string()]) },
      },
    },
    async (request, reply) => {
      const solution = await readSource(services, userOf(request), request.params);
      if (request.query.raw === undefined) return solution;
      return reply.type('text/plain; charset=utf-8').send(solution.sourceCode);
    },
  );

  app.get(
    '/api/user/solutions',
    {
      config: { allow: 'user', older: olderSolutions },
      schema: { querystring: UserSolutionListQuery, response: { 200: SolutionList } },
    },
    (request) => listUserSolutions(services, userOf(request), request.query),
  );

  app.get(
    '/api/user/solutions/verdicts',
    { config: { allow: 'user' }, schema: { response: { 200: UsedVerdicts } } },
    (request) => listOwnVerdicts(services, userOf(request)),
  );

  app.get(
    '/api/contest/:contestId/solutions/languages',
    {
      config: { allow: 'supervisor' },
      schema: { params: ContestParams, response: { 200: UsedLanguages } },
    },
    (request) => listUsedLanguages(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/solutions/judges',
    {
      config: { allow: 'supervisor' },
      schema: { params: ContestParams, response: { 200: UsedJudges } },
    },
    (request) => listUsedJudges(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/user/solutions/authors',
    {
      config: { allow: 'supervisor' },
      schema: { querystring: AuthorSearch, response: { 200: z.array(PublicUser) } },
    },
    (request) => listAuthors(services, userOf(request), request.query),
  );

  await solutionFileRoutes(app, services);
  await rejudgingRoutes(app, services);
  await detailRoutes(app, services);
  await decidingRoutes(app, services);
};
