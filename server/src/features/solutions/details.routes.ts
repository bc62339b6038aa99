import { SolutionDetails } from '@balloon/contracts/solution-details.ts';
import { SolutionParams } from '@balloon/contracts/solutions.ts';
import { readDetails } from '#features/solutions/read-details.ts';
import { requestDetails } from '#features/solutions/request-details.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const path = '/api/admin/solutions/:solutionId/details';
const config = { allow: 'supervisor' } as const;
const schema = { params: SolutionParams, response: { 200: SolutionDetails } };

/** What stands behind a verdict: the judge's words, and runs on all tests. */
export const detailRoutes: Routes = async (app, services) => {
  app.get(path, { config, schema }, (request) =>
    readDetails(services, userOf(request), request.params.solutionId),
  );

  app.post(path, { config, schema }, (request) =>
    requestDetails(services, userOf(request), request.params.solutionId),
  );
};
