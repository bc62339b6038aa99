import {
  ProblemPage,
  ProblemParams,
  ProblemVersionList,
  ProblemVersionParams,
  StatementQuery,
} from '@balloon/contracts/problems.ts';
import { readProblem, readVersions } from '#features/problems/read-problem.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/request-locale.ts';
import type { Routes } from '#http/routes.ts';

export const problemRoutes: Routes = async (app, services) => {
  app.get(
    '/api/problems/:problemId',
    {
      config: { allow: 'user' },
      schema: { params: ProblemParams, querystring: StatementQuery, response: { 200: ProblemPage } },
    },
    (request) =>
      readProblem(services, userOf(request), {
        problemId: request.params.problemId,
        versionNumber: null,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.get(
    '/api/problems/:problemId/version/:versionNumber',
    {
      config: { allow: 'user' },
      schema: { params: ProblemVersionParams, querystring: StatementQuery, response: { 200: ProblemPage } },
    },
    (request) =>
      readProblem(services, userOf(request), {
        ...request.params,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.get(
    '/api/problems/:problemId/versions',
    {
      config: { allow: 'user' },
      schema: { params: ProblemParams, response: { 200: ProblemVersionList } },
    },
    (request) => readVersions(services, userOf(request), request.params.problemId),
  );
};
