import {
  CanJoin,
  ChoosePart,
  ContestList,
  ContestListQuery,
  ContestParams,
  ContestReply,
  ContestStarted,
  JoinReply,
  OwnParts,
} from '@balloon/contracts/contests.ts';
import { OwnTimeChanges } from '@balloon/contracts/people/own-time-changes.ts';
import { ParticipantList } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { z } from 'zod';
import { choosePart, readOwnParts } from '#features/contests/acting/choose-part.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { joinContest } from '#features/contests/join-contest.ts';
import { listContests } from '#features/contests/list-contests.ts';
import { askToJoin, listParticipants, readContest } from '#features/contests/read-contest.ts';
import { readOwnTime } from '#features/contests/read-own-time.ts';
import { readSourceFile } from '#features/contests/read-source-file.ts';
import { startContest } from '#features/contests/start-contest.ts';
import { userOf } from '#http/allow.ts';
import { uploadedFile } from '#http/bodies/upload.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user', whileConfined: 'contest' } as const;
const asPerson = { ...config, takesPart: 'person' } as const;

export const contestRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contest/all',
    {
      config: { ...config, whileConfined: 'own' },
      schema: { querystring: ContestListQuery, response: { 200: ContestList } },
    },
    (request) => listContests(services, userOf(request), request.query),
  );

  app.get(
    '/api/contest/:contestId',
    {
      config: { ...config, takesPart: 'open' },
      schema: { params: ContestParams, response: { 200: ContestReply } },
    },
    (request) => readContest(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/canJoin',
    { config: asPerson, schema: { params: ContestParams, response: { 200: CanJoin } } },
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

  app.post(
    '/api/contest/:contestId/start',
    { config, schema: { params: ContestParams, response: { 200: ContestStarted } } },
    (request) => startContest(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/own-time',
    { config, schema: { params: ContestParams, response: { 200: OwnTimeChanges } } },
    (request) => readOwnTime(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/contest/:contestId/part',
    { config: asPerson, schema: { params: ContestParams, response: { 200: OwnParts } } },
    (request) => readOwnParts(services, userOf(request), request.params.contestId),
  );

  app.post(
    '/api/contest/:contestId/part',
    { config: asPerson, schema: { params: ContestParams, body: ChoosePart, response: { 200: OwnParts } } },
    (request) => choosePart(services, userOf(request), { ...request.params, ...request.body }),
  );

  app.get(
    '/api/contest/:contestId/participants',
    { config, schema: { params: ContestParams, response: { 200: ParticipantList } } },
    (request) => listParticipants(services, userOf(request), request.params.contestId),
  );

  app.post(
    '/api/contest/:contestId/pipe',
    { config, schema: { params: ContestParams, response: { 200: z.string() } } },
    async (request, reply) => {
      await enterContest(services, userOf(request), request.params.contestId);
      const text = await readSourceFile(await uploadedFile(request));
      // Plain text, or browser frameworks would read a source that looks like JSON.
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  );
};
