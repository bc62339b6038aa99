import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  AddRunner,
  BalloonParams,
  BalloonQueue,
  BalloonRules,
  BalloonSettings,
  CarryBalloon,
  RunnerParams,
} from '@balloon/contracts/hall/balloons.ts';
import { getBalloonContest } from '#features/balloons/balloon-contest.ts';
import { balloonQueues } from '#features/balloons/balloon-queues.ts';
import {
  addRunner,
  changeBalloonRules,
  readBalloonSettings,
  removeRunner,
} from '#features/balloons/balloon-settings.ts';
import { carryBalloon } from '#features/balloons/carry-balloon.ts';
import { userOf } from '#http/allow.ts';
import { sendPacked } from '#http/answers/send-packed.ts';
import type { Routes } from '#http/routes.ts';

const DONE = { result: true } as const;
const path = '/api/contest/:contestId/balloons';
const settingsPath = '/api/admin/contests/:contestId/balloons';

/** Balloons of a contest for those who carry them, and what its organisers decide about them. */
export const balloonRoutes: Routes = async (app, services) => {
  const queues = balloonQueues(services);
  const supervisors = { allow: 'supervisor' } as const;

  app.get(
    path,
    {
      config: { allow: 'user', whileConfined: 'contest', takesPart: 'person' }, // who carries is no team
      schema: { params: ContestParams, response: { 200: BalloonQueue } },
    },
    async (request, reply) => {
      const { contestId } = request.params;
      await getBalloonContest(services.db, userOf(request), contestId);
      const answer = await queues.read(contestId);
      sendPacked(request, reply, { page: await answer.page(), ending: '', etag: `W/"${answer.digest}"` });
      return reply;
    },
  );

  app.post(
    `${path}/:userId/:problemId`,
    {
      config: { allow: 'user', whileConfined: 'contest', takesPart: 'person', audit: 'none' }, // the row of the balloon says who carries it, since when
      schema: { params: BalloonParams, body: CarryBalloon, response: { 200: Done } },
    },
    async (request) => {
      await carryBalloon(services, userOf(request), { ...request.params, ...request.body });
      return DONE;
    },
  );

  app.get(
    settingsPath,
    { config: supervisors, schema: { params: ContestParams, response: { 200: BalloonSettings } } },
    (request) => readBalloonSettings(services, userOf(request), request.params.contestId),
  );

  app.post(
    settingsPath,
    {
      config: { ...supervisors, audit: 'contest.balloonRules' },
      schema: { params: ContestParams, body: BalloonRules, response: { 200: Done } },
    },
    async (request) => {
      await changeBalloonRules(services, userOf(request), request.params.contestId, request.body);
      return DONE;
    },
  );

  app.post(
    `${settingsPath}/runners`,
    {
      config: { ...supervisors, audit: 'contest.addRunner' },
      schema: { params: ContestParams, body: AddRunner, response: { 200: Done } },
    },
    async (request) => {
      await addRunner(services, userOf(request), request.params.contestId, request.body.userId);
      return DONE;
    },
  );

  app.delete(
    `${settingsPath}/runners/:userId`,
    {
      config: { ...supervisors, audit: 'contest.removeRunner' },
      schema: { params: RunnerParams, response: { 200: Done } },
    },
    async (request) => {
      const { contestId, userId } = request.params;
      await removeRunner(services, userOf(request), contestId, userId);
      return DONE;
    },
  );
};
