import { ResultReply } from '@balloon/contracts/judging/leases.ts';
import {
  CheckParams,
  JudgeCheckResult,
  ProblemCheck,
  StartCheck,
} from '@balloon/contracts/judging/problem-checks.ts';
import { ProblemParams } from '@balloon/contracts/problems/problems.ts';
import { cancelCheck } from '#features/problem-checks/cancel-check.ts';
import { takeCheckResult } from '#features/problem-checks/end-check.ts';
import { readCheck } from '#features/problem-checks/read-check.ts';
import { startCheck } from '#features/problem-checks/start-check.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const admin = { allow: 'admin' } as const;
const CHECKS = '/api/admin/problems/:problemId/checks';

/** Largest result: reports on a thousand solutions. */
const RESULT_LIMIT_BYTES = 8 * 1024 * 1024;

/** Checks of an edited problem by a judge; see contracts/src/judging/problem-checks.ts. */
export const problemCheckRoutes: Routes = async (app, services) => {
  app.post(
    CHECKS,
    {
      config: { ...admin, audit: 'problem.check' },
      schema: { params: ProblemParams, body: StartCheck, response: { 202: ProblemCheck } },
    },
    async (request, reply) => {
      const { problemId } = request.params;
      return reply.status(202).send(await startCheck(services, userOf(request), problemId, request.body));
    },
  );

  app.get(
    `${CHECKS}/:checkId`,
    { config: admin, schema: { params: CheckParams, response: { 200: ProblemCheck } } },
    ({ params }) => readCheck(services.db, params.problemId, params.checkId),
  );

  app.delete(
    `${CHECKS}/:checkId`,
    {
      config: { ...admin, audit: 'problem.cancelCheck' },
      schema: { params: CheckParams, response: { 200: ProblemCheck } },
    },
    (request) => cancelCheck(services, userOf(request), request.params),
  );

  app.post(
    '/api/judge/checks/result',
    {
      config: { allow: 'judge' },
      bodyLimit: RESULT_LIMIT_BYTES,
      schema: { body: JudgeCheckResult, response: { 200: ResultReply } },
    },
    async ({ body }) => ({ stored: await takeCheckResult(services, body) }),
  );
};
