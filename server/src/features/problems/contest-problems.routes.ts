import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  ContestProblem,
  ContestProblemParams,
  Language,
  ListedContestProblem,
  StatementQuery,
} from '@balloon/contracts/problems.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  listContestLanguages,
  listContestProblems,
  readContestProblem,
  type SharedAnswer,
} from '#features/problems/contest-problems.ts';
import { ProblemPages } from '#features/problems/problem-pages.ts';
import { userOf } from '#http/allow.ts';
import { isCurrent } from '#http/older-answers.ts';
import { requestLocale } from '#http/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { sendPacked } from '#http/send-packed.ts';
import { olderProblem, olderProblems } from '#older-forms/older-problem.ts';
import { withKnownSystem } from '#older-forms/older-system.ts';

/** Problems as a contest shows them. */
export const contestProblemRoutes: Routes = async (app, services) => {
  const pages = new ProblemPages(services);
  app.addHook('onClose', async () => pages.close());

  app.get(
    '/api/contest/:contestId/problems',
    {
      config: { allow: 'user', older: olderProblems },
      schema: {
        params: ContestParams,
        querystring: StatementQuery,
        response: { 200: z.array(ListedContestProblem) },
      },
    },
    async (request, reply) => {
      const locale = requestLocale(request.query.locale, request.headers);
      const wanted = { ...request.params, locale };
      return answerShared(
        request,
        reply,
        await listContestProblems(services, pages, userOf(request), wanted),
      );
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex',
    {
      config: { allow: 'user', older: olderProblem },
      schema: {
        params: ContestProblemParams,
        querystring: StatementQuery,
        response: { 200: ContestProblem },
      },
    },
    async (request, reply) => {
      const locale = requestLocale(request.query.locale, request.headers);
      const wanted = { ...request.params, locale };
      return answerShared(request, reply, await readContestProblem(services, pages, userOf(request), wanted));
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex/languages',
    {
      config: { allow: 'user', older: (languages: Language[]) => languages.map(withKnownSystem) },
      schema: { params: ContestProblemParams, response: { 200: z.array(Language) } },
    },
    (request) => listContestLanguages(services, pages, userOf(request), request.params),
  );
};

/** Sends an answer as it lies in memory; older clients receive it in their form. */
function answerShared<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, page }: SharedAnswer<Answer>,
): Answer | FastifyReply {
  if (page === null || !isCurrent(request)) return answer;
  sendPacked(request, reply, { page, ending: '', etag: `W/"${page.hash}"` });
  return reply;
}
