import { ContestParams } from '@balloon/contracts/contests.ts';
import { JuryDesk, TakeSolution } from '@balloon/contracts/hall/jury-desk.ts';
import { SolutionParams } from '@balloon/contracts/solutions/solutions.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { readDesk } from '#features/jury-desk/desk.queries.ts';
import { takeSolution } from '#features/jury-desk/take-solution.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;

/** Routes of the desk at which a contest's supervisors see who looks into which solution. */
export const juryDeskRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/contests/:contestId/desk',
    { config, schema: { params: ContestParams, response: { 200: JuryDesk } } },
    async (request) => {
      const { contestId } = request.params;
      await getSupervisedContest(services.db, userOf(request), contestId);
      return readDesk(services.db, contestId);
    },
  );

  app.post(
    '/api/admin/solutions/:solutionId/taken',
    // Says for half an hour who checks it; what they decide then is recorded.
    {
      config: { ...config, audit: 'none' },
      schema: { params: SolutionParams, body: TakeSolution, response: { 200: JuryDesk } },
    },
    (request) => takeSolution(services, userOf(request), { ...request.params, ...request.body }),
  );
};
