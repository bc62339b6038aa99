import { ContestAddresses } from '@balloon/contracts/addresses.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { listAddresses } from '#features/addresses/list-addresses.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

/** Addresses from which people take part in a contest. */
export const addressesRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/contests/:contestId/addresses',
    {
      config: { allow: 'supervisor' },
      schema: { params: ContestParams, response: { 200: ContestAddresses } },
    },
    (request) => listAddresses(services, userOf(request), request.params.contestId),
  );
};
