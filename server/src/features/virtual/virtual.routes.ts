import { StartVirtual, VirtualStanding, VirtualStarted } from '@balloon/contracts/contests/virtual.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { readVirtualStanding } from '#features/virtual/read-virtual-standing.ts';
import { startVirtual } from '#features/virtual/start-virtual.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user', takesPart: 'chosen' } as const;

/** Taking part in contests that are over. */
export const virtualRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contest/:contestId/virtual',
    { config, schema: { params: ContestParams, response: { 200: VirtualStanding } } },
    (request) => readVirtualStanding(services, userOf(request), request.params.contestId),
  );

  app.post(
    '/api/contest/:contestId/virtual',
    { config, schema: { params: ContestParams, body: StartVirtual, response: { 200: VirtualStarted } } },
    (request) => startVirtual(services, userOf(request), { ...request.params, ...request.body }),
  );
};
