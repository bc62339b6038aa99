import { Done } from '@balloon/contracts/common.ts';
import {
  ContestWindows,
  SetStart,
  WindowParams,
  WindowsQuery,
} from '@balloon/contracts/contests/own-windows.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { WindowHistory } from '@balloon/contracts/people/own-time-changes.ts';
import { controlStates } from '#features/contest-control/control-states.ts';
import { listWindows } from '#features/contest-control/windows/list-windows.ts';
import { readHistory } from '#features/contest-control/windows/read-history.ts';
import { setStart } from '#features/contest-control/windows/set-start.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;
const path = '/api/admin/contests/:contestId/live/windows';

/** Windows of the participants of a floating contest. */
export const windowRoutes: Routes = async (app, services) => {
  app.get(
    path,
    {
      config,
      schema: { params: ContestParams, querystring: WindowsQuery, response: { 200: ContestWindows } },
    },
    (request) => listWindows(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.get(
    `${path}/:userId/changes`,
    { config, schema: { params: WindowParams, response: { 200: WindowHistory } } },
    (request) => readHistory(services, userOf(request), request.params),
  );

  app.post(
    `${path}/:userId/start`,
    {
      config: { ...config, audit: 'contest.ownStart' },
      schema: { params: WindowParams, body: SetStart, response: { 200: Done } },
    },
    async (request) => {
      await setStart(services, userOf(request), { ...request.params, ...request.body });
      controlStates(services).forget(request.params.contestId);
      return { result: true as const };
    },
  );
};
