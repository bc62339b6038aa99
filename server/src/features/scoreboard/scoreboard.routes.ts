import { ContestParams } from '@balloon/contracts/contests.ts';
import { StatementQuery } from '@balloon/contracts/problems/problems.ts';
import { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import {
  ActivityQuery,
  OlderScoreboard,
  OlderScoreboardQuery,
  ScoreboardActivity,
  ScoreboardGroups,
  ScoreboardPage,
  ScoreboardQuery,
} from '@balloon/contracts/scoreboard/scoreboard.ts';
import { CellParams, CellQuery, SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import type { z } from 'zod';
import { listCellSolutions } from '#features/scoreboard/answers/list-cell-solutions.ts';
import { createPublicTables } from '#features/scoreboard/answers/public-table.ts';
import { viewActivity } from '#features/scoreboard/answers/view-activity.ts';
import { viewOlderScoreboard } from '#features/scoreboard/answers/view-older-scoreboard.ts';
import { peekScoreboardPage, viewScoreboardPage } from '#features/scoreboard/answers/view-scoreboard.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { listScoreboardGroups } from '#features/scoreboard/look/scoreboard-groups.ts';
import { startScoreboardUpdates } from '#features/scoreboard/watching/scoreboard-updates.ts';
import { userOf } from '#http/allow.ts';
import { KnownQueries } from '#http/answers/quick-answers.ts';
import { sendPacked } from '#http/answers/send-packed.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { olderSolutions } from '#older-forms/older-solution.ts';

const TablePageQuery = ScoreboardQuery.extend(StatementQuery.shape);

export const scoreboardRoutes: Routes = async (app, services) => {
  const scoreboards = liveScoreboards(services);
  const stopScoreboardUpdates = startScoreboardUpdates(services);
  app.addHook('onClose', async () => {
    stopScoreboardUpdates();
    scoreboards.close();
  });

  const pagesByUrl = new KnownQueries<z.infer<typeof TablePageQuery> & { contestId: number }>();
  app.get(
    '/api/contest/:contestId/table2',
    {
      config: {
        allow: 'user',
        whileConfined: 'contest',
        quick(request) {
          const asked = pagesByUrl.get(request.url);
          if (!asked) return null;
          const locale = requestLocale(asked.locale, request.headers);
          return peekScoreboardPage(services, scoreboards, userOf(request), { ...asked, locale });
        },
      },
      compress: false, // pages are kept compressed
      schema: {
        params: ContestParams,
        querystring: TablePageQuery,
        response: { 200: ScoreboardPage },
      },
    },
    async (request, reply) => {
      const { params, query, headers, url } = request;
      pagesByUrl.note(url, { ...params, ...query });
      const asked = { ...params, ...query, locale: requestLocale(query.locale, headers) };
      const viewed = await viewScoreboardPage(services, scoreboards, userOf(request), asked);
      sendPacked(request, reply, viewed);
      return reply;
    },
  );

  const publicTables = createPublicTables(services, scoreboards);
  app.get(
    '/api/public/contest/:contestId/table',
    {
      config: { allow: 'public' },
      compress: false,
      schema: { params: ContestParams, response: { 200: PublicTable } },
    },
    async (request, reply) => {
      sendPacked(request, reply, await publicTables.read(request.params.contestId));
      return reply;
    },
  );

  app.get(
    '/api/contest/:contestId/table/groups',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      schema: { params: ContestParams, response: { 200: ScoreboardGroups } },
    },
    (request) => listScoreboardGroups(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/table/activity',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      compress: false,
      schema: { params: ContestParams, querystring: ActivityQuery, response: { 200: ScoreboardActivity } },
    },
    async (request, reply) => {
      const asked = { ...request.params, ...request.query };
      sendPacked(request, reply, await viewActivity(services, scoreboards, userOf(request), asked));
      return reply;
    },
  );

  app.get(
    '/api/contest/:contestId/table',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      compress: false,
      schema: {
        params: ContestParams,
        querystring: OlderScoreboardQuery.extend(StatementQuery.shape),
        response: { 200: OlderScoreboard },
      },
    },
    async (request, reply) => {
      const { params, query, headers } = request;
      const asked = { ...params, ...query, locale: requestLocale(query.locale, headers) };
      sendPacked(request, reply, await viewOlderScoreboard(services, scoreboards, userOf(request), asked));
      return reply;
    },
  );

  app.get(
    '/api/contest/:contestId/table/solutions/user/:userId/problem/:symbolIndex',
    {
      config: { allow: 'user', whileConfined: 'contest', older: olderSolutions },
      schema: { params: CellParams, querystring: CellQuery, response: { 200: SolutionList } },
    },
    (request) => listCellSolutions(services, userOf(request), { ...request.params, ...request.query }),
  );
};
