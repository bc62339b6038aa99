import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  ContestProblem,
  ContestProblemParams,
  Language,
  ListedContestProblem,
  StatementQuery,
} from '@balloon/contracts/problems.ts';
import { z } from 'zod';
import {
  listContestLanguages,
  listContestProblems,
  readContestProblem,
} from '#features/problems/contest-problems.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { olderProblem, olderProblems } from '#older-forms/older-problem.ts';
import { withKnownSystem } from '#older-forms/older-system.ts';

/** Problems as a contest shows them. */
export const contestProblemRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contest/:contestId/problems',
    {
      config: { allow: 'user', older: olderProblems },
      schema: {
        params: ContestParams,
        querystring: StatementQuery,
        response: { 200: z.array(ListedContestProblem) },
      },
    },
    (request) => {
      const locale = requestLocale(request.query.locale, request.headers);
      return listContestProblems(services, userOf(request), request.params.contestId, locale);
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex',
    {
      config: { allow: 'user', older: olderProblem },
      schema: {
        params: ContestProblemParams,
        querystring: StatementQuery,
        response: { 200: ContestProblem },
      },
    },
    (request) => {
      const locale = requestLocale(request.query.locale, request.headers);
      return readContestProblem(services, userOf(request), { ...request.params, locale });
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex/languages',
    {
      config: { allow: 'user', older: (languages: Language[]) => languages.map(withKnownSystem) },
      schema: { params: ContestProblemParams, response: { 200: z.array(Language) } },
    },
    (request) => listContestLanguages(services, userOf(request), request.params),
  );
};
