import { Done } from '@balloon/contracts/common.ts';
import {
  ChangeVerdict,
  DuplicateSolution,
  Solution,
  SolutionParams,
  VerdictList,
} from '@balloon/contracts/solutions.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { changeVerdict, deleteSolution } from '#features/solutions/decide-solution.ts';
import { duplicateSolution } from '#features/solutions/duplicate-solution.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;

/** What supervisors decide over a solution by hand. */
export const decidingRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/verdicts',
    { config: { allow: 'user' }, schema: { response: { 200: VerdictList } } },
    () => Object.values(VERDICTS),
  );

  app.post(
    '/api/admin/solutions/:solutionId/verdict',
    { config, schema: { params: SolutionParams, body: ChangeVerdict, response: { 200: Solution } } },
    (request) => changeVerdict(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.post(
    '/api/admin/solutions/:solutionId/duplicate',
    { config, schema: { params: SolutionParams, body: DuplicateSolution, response: { 200: Solution } } },
    (request) => duplicateSolution(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.delete(
    '/api/admin/solutions/:solutionId',
    { config, schema: { params: SolutionParams, response: { 200: Done } } },
    async (request) => {
      await deleteSolution(services, userOf(request), request.params.solutionId);
      return { result: true } as const;
    },
  );
};
