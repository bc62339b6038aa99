import { ContestParams } from '@balloon/contracts/contests.ts';
import { StatementQuery } from '@balloon/contracts/problems.ts';
import { Table, Table2, TableQuery } from '@balloon/contracts/scoreboard.ts';
import { CellParams, CellQuery, SolutionList } from '@balloon/contracts/solutions.ts';
import { listCellSolutions } from '#features/scoreboard/list-cell-solutions.ts';
import { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { startTableUpdates } from '#features/scoreboard/table-updates.ts';
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
