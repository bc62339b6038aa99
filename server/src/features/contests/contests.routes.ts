import {
  CanJoin,
  ContestList,
  ContestListQuery,
  ContestParams,
  ContestReply,
  JoinReply,
  ParticipantParams,
  RemoveReply,
} from '@balloon/contracts/contests.ts';
import {
  ContestProblem,
  ContestProblemParams,
  Language,
  ListedContestProblem,
  StatementQuery,
} from '@balloon/contracts/problems.ts';
import { ParticipantList } from '@balloon/contracts/scoreboard.ts';
import { z } from 'zod';
import { enterContest } from '#features/contests/contest-access.ts';
import {
  listContestLanguages,
  listContestProblems,
  readContestProblem,
} from '#features/contests/contest-problems.ts';
import { joinContest } from '#features/contests/join-contest.ts';
import { listContests } from '#features/contests/list-contests.ts';
import { askToJoin, listParticipants, readContest } from '#features/contests/read-contest.ts';
import { readSourceFile } from '#features/contests/read-source-file.ts';
import { removeParticipant } from '#features/contests/remove-participant.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { uploadedFile } from '#http/upload.ts';

const config = { allow: 'user' } as const;

export const contestRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contest/all',
    { config, schema: { querystring: ContestListQuery, response: { 200: ContestList } } },
    (request) => listContests(services, userOf(request), request.query),
  );

  app.get(
    '/api/contest/:contestId',
    { config, schema: { params: ContestParams, response: { 200: ContestReply } } },
    (request) => readContest(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/canJoin',
    { config, schema: { params: ContestParams, response: { 200: CanJoin } } },
    (request) => askToJoin(services, userOf(request), request.params.contestId),
  );

  app.post(
    '/api/contest/:contestId/join',
    { config, schema: { params: ContestParams, response: { 200: JoinReply } } },
    async (request) => {
      const joined = await joinContest(services, userOf(request), request.params.contestId);
      return { result: true as const, ...joined };
    },
  );

  app.get(
    '/api/contest/:contestId/participants',
    { config, schema: { params: ContestParams, response: { 200: ParticipantList } } },
    (request) => listParticipants(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/problems',
    {
      config,
      schema: {
        params: ContestParams,
        querystring: StatementQuery,
        response: { 200: z.array(ListedContestProblem) },
      },
    },
    (request) => {
      const locale = requestLocale(request.query.locale, request.headers);
      return listContestProblems(services, userOf(request), request.params.contestId, locale);
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex',
    {
      config,
      schema: {
        params: ContestProblemParams,
        querystring: StatementQuery,
        response: { 200: ContestProblem },
      },
    },
    (request) => {
      const locale = requestLocale(request.query.locale, request.headers);
      return readContestProblem(services, userOf(request), { ...request.params, locale });
    },
  );

  app.get(
    '/api/contest/:contestId/problems/:symbolIndex/languages',
    { config, schema: { params: ContestProblemParams, response: { 200: z.array(Language) } } },
    (request) => listContestLanguages(services, userOf(request), request.params),
  );

  app.post(
    '/api/contest/:contestId/pipe',
    { config, schema: { params: ContestParams, response: { 200: z.string() } } },
    async (request, reply) => {
      await enterContest(services.db, userOf(request), request.params.contestId);
      const text = await readSourceFile(await uploadedFile(request));
      // Plain text, or browser frameworks would read a source that looks like JSON.
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  );

  app.delete(
    '/api/admin/contests/:contestId/users/:userId',
    {
      config: { allow: 'supervisor' },
      schema: { params: ParticipantParams, response: { 200: RemoveReply } },
    },
    async (request) => {
      const count = await removeParticipant(services, userOf(request), request.params);
      return { result: true, count } as const;
    },
  );
};
