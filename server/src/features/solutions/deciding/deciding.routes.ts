import { Done } from '@balloon/contracts/common.ts';
import { ParticipantParams, RemoveReply } from '@balloon/contracts/contests.ts';
import {
  ChangeVerdict,
  DuplicateSolution,
  Solution,
  SolutionParams,
  VerdictList,
} from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { changeVerdict, deleteSolution } from '#features/solutions/deciding/decide-solution.ts';
import { duplicateSolution } from '#features/solutions/deciding/duplicate-solution.ts';
import { removeParticipant } from '#features/solutions/deciding/remove-participant.ts';
import { userOf } from '#http/allow.ts';
import { clientIp } from '#http/callers/client-ip.ts';
import type { Routes } from '#http/routes.ts';
import { olderSolution } from '#older-forms/older-solution.ts';

const config = { allow: 'supervisor' } as const;

/** Routes for decisions of supervisors: over a solution, or over all solutions of a participant. */
export const decidingRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/verdicts',
    { config: { allow: 'user', whileConfined: 'open' }, schema: { response: { 200: VerdictList } } },
    () => Object.values(VERDICTS),
  );

  app.post(
    '/api/admin/solutions/:solutionId/verdict',
    {
      config: { ...config, audit: 'solution.verdict', older: olderSolution },
      schema: { params: SolutionParams, body: ChangeVerdict, response: { 200: Solution } },
    },
    (request) =>
      changeVerdict(services, userOf(request), {
        ...request.body,
        ...request.params,
        ip: clientIp(request),
      }),
  );

  app.post(
    '/api/admin/solutions/:solutionId/duplicate',
    {
      config: { ...config, audit: 'solution.duplicate', older: olderSolution },
      schema: { params: SolutionParams, body: DuplicateSolution, response: { 200: Solution } },
    },
    (request) => duplicateSolution(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.delete(
    '/api/admin/solutions/:solutionId',
    {
      config: { ...config, audit: 'solution.delete' },
      schema: { params: SolutionParams, response: { 200: Done } },
    },
    async (request) => {
      await deleteSolution(services, userOf(request), request.params.solutionId);
      return { result: true } as const;
    },
  );

  app.delete(
    '/api/admin/contests/:contestId/users/:userId',
    {
      config: { ...config, audit: 'contest.removeParticipant' },
      schema: { params: ParticipantParams, response: { 200: RemoveReply } },
    },
    async (request) => {
      const count = await removeParticipant(services, userOf(request), request.params);
      return { result: true, count } as const;
    },
  );
};
