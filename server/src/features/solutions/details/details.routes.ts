import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  JudgementList,
  JudgementParams,
  JudgementTests,
  JudgementTestsQuery,
} from '@balloon/contracts/solutions/judgements.ts';
import { SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import { SolutionParams } from '@balloon/contracts/solutions/solutions.ts';
import { listJudgements } from '#features/solutions/details/list-judgements.ts';
import { readDetails, readOpenTests } from '#features/solutions/details/read-details.ts';
import { readJudgementTests } from '#features/solutions/details/read-judgement-tests.ts';
import { requestDetails } from '#features/solutions/details/request-details.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const path = '/api/admin/solutions/:solutionId/details';
const config = { allow: 'supervisor' } as const;
const schema = { params: SolutionParams, response: { 200: SolutionDetails } };

/** Routes for details of verdicts and for runs on all tests. */
export const detailRoutes: Routes = async (app, services) => {
  app.get(path, { config, schema }, (request) =>
    readDetails(services, userOf(request), request.params.solutionId),
  );

  app.get(
    '/api/admin/solutions/:solutionId/judgements',
    { config, schema: { params: SolutionParams, response: { 200: JudgementList } } },
    (request) => listJudgements(services, userOf(request), request.params.solutionId),
  );

  app.get(
    '/api/admin/solutions/:solutionId/judgements/:judgementId/tests',
    {
      config,
      schema: {
        params: JudgementParams,
        querystring: JudgementTestsQuery,
        response: { 200: JudgementTests },
      },
    },
    (request) => readJudgementTests(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.get(
    '/api/contest/:contestId/solutions/:solutionId/details',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      schema: { params: ContestParams.extend(SolutionParams.shape), response: { 200: SolutionDetails } },
    },
    (request) => readOpenTests(services, userOf(request), request.params),
  );

  app.post(path, { config: { ...config, audit: 'solution.details' }, schema }, (request) =>
    requestDetails(services, userOf(request), request.params.solutionId),
  );
};
