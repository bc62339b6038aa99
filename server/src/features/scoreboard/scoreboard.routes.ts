import { ContestParams } from '@balloon/contracts/contests.ts';
import { StatementQuery } from '@balloon/contracts/problems.ts';
import {
  ActivityQuery,
  Table,
  Table2,
  TableActivity,
  TableGroups,
  TableQuery,
} from '@balloon/contracts/scoreboard.ts';
import { CellParams, CellQuery, SolutionList } from '@balloon/contracts/solutions.ts';
import { listCellSolutions } from '#features/scoreboard/list-cell-solutions.ts';
import { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { listTableGroups } from '#features/scoreboard/table-groups.ts';
import { startTableUpdates } from '#features/scoreboard/table-updates.ts';
import { viewActivity } from '#features/scoreboard/view-activity.ts';
import { viewOlderTable, viewTable } from '#features/scoreboard/view-table.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/request-locale.ts';
import type { Routes } from '#http/routes.ts';

export const scoreboardRoutes: Routes = async (app, services) => {
  const scoreboards = new LiveScoreboards(services);
  const stopTableUpdates = startTableUpdates(services);
  app.addHook('onClose', async () => {
    stopTableUpdates();
    scoreboards.close();
  });

  app.get(
    '/api/contest/:contestId/table2',
    {
      config: { allow: 'user' },
      schema: {
        params: ContestParams,
        querystring: TableQuery.extend(StatementQuery.shape),
        response: { 200: Table2 },
      },
    },
    (request) => {
      const { params, query, headers } = request;
      const locale = requestLocale(query.locale, headers);
      return viewTable(services, scoreboards, userOf(request), { ...params, ...query, locale });
    },
  );

  app.get(
    '/api/contest/:contestId/table/groups',
    { config: { allow: 'user' }, schema: { params: ContestParams, response: { 200: TableGroups } } },
    (request) => listTableGroups(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/table/activity',
    {
      config: { allow: 'user' },
      schema: { params: ContestParams, querystring: ActivityQuery, response: { 200: TableActivity } },
    },
    (request) =>
      viewActivity(services, scoreboards, userOf(request), { ...request.params, ...request.query }),
  );

  app.get(
    '/api/contest/:contestId/table',
    {
      config: { allow: 'user' },
      schema: { params: ContestParams, querystring: StatementQuery, response: { 200: Table } },
    },
    (request) => {
      const locale = requestLocale(request.query.locale, request.headers);
      return viewOlderTable(services, scoreboards, userOf(request), { ...request.params, locale });
    },
  );

  app.get(
    '/api/contest/:contestId/table/solutions/user/:userId/problem/:symbolIndex',
    {
      config: { allow: 'user' },
      schema: { params: CellParams, querystring: CellQuery, response: { 200: SolutionList } },
    },
    (request) => listCellSolutions(services, userOf(request), { ...request.params, ...request.query }),
  );
};
