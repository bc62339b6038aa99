import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  ComparedSources,
  SetTemplate,
  SimilarityQuery,
  SimilarityReport,
  SimilarPairParams,
} from '@balloon/contracts/solutions/similarity.ts';
import { compareSources, readReport } from '#features/similarity/read-report.ts';
import { setTemplate } from '#features/similarity/set-template.ts';
import { cancelSearch, startSearch } from '#features/similarity/start-search.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';

const supervisors = { allow: 'supervisor' } as const;
const path = '/api/admin/contests/:contestId/similarity';

/** Finding solutions of different people that have much in common. */
export const similarityRoutes: Routes = async (app, services) => {
  app.get(
    path,
    {
      config: supervisors,
      schema: { params: ContestParams, querystring: SimilarityQuery, response: { 200: SimilarityReport } },
    },
    (request) =>
      readReport(services, userOf(request), {
        contestId: request.params.contestId,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.post(
    path,
    {
      config: { ...supervisors, audit: 'contest.compareSolutions' },
      schema: { params: ContestParams, response: { 200: Done } },
    },
    async (request) => {
      await startSearch(services, userOf(request), request.params.contestId);
      return { result: true } as const;
    },
  );

  app.post(
    `${path}/cancel`,
    {
      config: { ...supervisors, audit: 'contest.cancelComparing' },
      schema: { params: ContestParams, response: { 200: Done } },
    },
    async (request) => {
      await cancelSearch(services, userOf(request), request.params.contestId);
      return { result: true } as const;
    },
  );

  app.post(
    `${path}/templates`,
    {
      config: { ...supervisors, audit: 'contest.similarityTemplate' },
      schema: { params: ContestParams, body: SetTemplate, response: { 200: Done } },
    },
    async (request) => {
      await setTemplate(services, userOf(request), { ...request.params, ...request.body });
      return { result: true } as const;
    },
  );

  app.get(
    `${path}/:one/:other`,
    { config: supervisors, schema: { params: SimilarPairParams, response: { 200: ComparedSources } } },
    (request) => compareSources(services, userOf(request), request.params),
  );
};
