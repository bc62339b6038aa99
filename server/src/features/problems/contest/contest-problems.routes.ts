import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  ContestProblem,
  ContestProblemParams,
  Language,
  ListedContestProblem,
  StatementQuery,
} from '@balloon/contracts/problems/problems.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ContestLanguages } from '#features/problems/contest/contest-languages.ts';
import {
  type KnownProblems,
  listContestLanguages,
  listContestProblems,
  readContestProblem,
  type SharedAnswer,
} from '#features/problems/contest/contest-problems.ts';
import { OwnAttempts } from '#features/problems/contest/own-attempts.ts';
import { type ProblemForm, ProblemPages } from '#features/problems/contest/problem-pages.ts';
import { userOf } from '#http/allow.ts';
import { isCurrent } from '#http/answers/older-answers.ts';
import { sendPacked } from '#http/answers/send-packed.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { withKnownSystem } from '#older-forms/older-system.ts';

/** Problems as a contest shows them. */
export const contestProblemRoutes: Routes = async (app, services) => {
  const known: KnownProblems = {
    pages: new ProblemPages(services),
    attempts: new OwnAttempts(services.db, services.announcements),
    languages: new ContestLanguages(services),
  };
  app.addHook('onClose', async () => {
    for (const part of Object.values(known)) part.close();
  });

  app.get(
    '/api/contest/:contestId/problems',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      schema: {
        params: ContestParams,
        querystring: StatementQuery,
        response: { 200: z.array(ListedContestProblem) },
      },
    },
    async (request, reply) => {
      const wanted = { ...request.params, ...formFor(request, request.query.locale) };
      sendPacked(request, reply, await listContestProblems(services, known, userOf(request), wanted));
      return reply;
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      schema: {
        params: ContestProblemParams,
        querystring: StatementQuery,
        response: { 200: ContestProblem },
      },
    },
    async (request, reply) => {
      const wanted = { ...request.params, ...formFor(request, request.query.locale) };
      const page = await readContestProblem(services, known, userOf(request), wanted);
      sendPacked(request, reply, { page, ending: '', etag: `W/"${page.hash}"` });
      return reply;
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex/languages',
    {
      config: {
        allow: 'user',
        whileConfined: 'contest',
        older: (languages: Language[]) => languages.map(withKnownSystem),
      },
      schema: { params: ContestProblemParams, response: { 200: z.array(Language) } },
    },
    async (request, reply) =>
      answerShared(
        request,
        reply,
        await listContestLanguages(services, known, userOf(request), request.params),
      ),
  );
};

/** The form of problems that a client reads; both forms lie in memory. */
const formFor = (request: FastifyRequest, locale: string | undefined): ProblemForm => ({
  locale: requestLocale(locale, request.headers),
  olderWords: isCurrent(request) ? null : requestLocale(undefined, request.headers),
});

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
