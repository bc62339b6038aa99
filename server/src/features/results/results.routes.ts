import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  FinalizeResults,
  OfficialResults,
  ReopenResults,
  ResultFileParams,
  ResultFileQuery,
  ResultsQuery,
} from '@balloon/contracts/scoreboard/results.ts';
import { readFinalTable } from '#features/results/final-table.ts';
import { finalizeResults, reopenResults } from '#features/results/finalize.ts';
import { readResults } from '#features/results/read-results.ts';
import { RESULT_FILES, resultFileLabel } from '#features/results/result-files.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { inTurn } from '#limits/in-turn.ts';

const supervisors = { allow: 'supervisor' } as const;
const path = '/api/admin/contests/:contestId/results';
const DONE = { result: true } as const;

/** Official results of a contest. */
export const resultsRoutes: Routes = async (app, services) => {
  app.get(
    path,
    {
      config: supervisors,
      schema: { params: ContestParams, querystring: ResultsQuery, response: { 200: OfficialResults } },
    },
    (request) => readResults(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.get(
    '/api/contest/:contestId/results/:file',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      schema: { params: ResultFileParams, querystring: ResultFileQuery },
    },
    async (request, reply) => {
      const { contestId, file } = request.params;
      const viewer = userOf(request);
      const table = await inTurn(liveScoreboards(services).lanes, viewer, () =>
        readFinalTable(services, viewer, contestId),
      );
      const { mediaType, write } = RESULT_FILES[file];
      const { fileName, state } = resultFileLabel(file, table);
      return reply
        .header('content-type', mediaType)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('x-results-state', state)
        .send(write(table, requestLocale(request.query.locale, request.headers)));
    },
  );

  app.post(
    `${path}/finalize`,
    {
      config: { ...supervisors, audit: 'contest.finalize' },
      schema: { params: ContestParams, body: FinalizeResults, response: { 200: Done } },
    },
    async (request) => {
      await finalizeResults(services, userOf(request), { ...request.params, ...request.body });
      return DONE;
    },
  );

  app.post(
    `${path}/reopen`,
    {
      config: { allow: 'admin', audit: 'contest.reopenResults' },
      schema: { params: ContestParams, body: ReopenResults, response: { 200: Done } },
    },
    async (request) => {
      await reopenResults(services, userOf(request), { ...request.params, ...request.body });
      return DONE;
    },
  );
};
