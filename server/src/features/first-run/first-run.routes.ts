import { Done } from '@balloon/contracts/common.ts';
import { FirstRun } from '@balloon/contracts/site/first-run.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { hideFirstSteps } from '#features/first-run/first-run.queries.ts';
import { readFirstRun } from '#features/first-run/read-first-run.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

/** Steps of a new site from the first sign-in to a running contest. */
export const firstRunRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/first-run',
    { config: { allow: 'supervisor' }, schema: { response: { 200: FirstRun } } },
    (request) => readFirstRun(services, userOf(request)),
  );

  app.post(
    '/api/admin/first-run/hide',
    // Changes only what its caller is shown.
    { config: { allow: 'supervisor', audit: 'none' }, schema: { response: { 200: Done } } },
    async (request) => {
      const { db } = services;
      await hideFirstSteps(db, userOf(request).id, await databaseNowMs(db));
      return { result: true as const };
    },
  );
};
