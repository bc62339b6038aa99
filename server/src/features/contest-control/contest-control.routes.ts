import { Done } from '@balloon/contracts/common.ts';
import {
  AdjustPeople,
  AdmitPerson,
  CloseProblem,
  ContestControl,
  ControlledPeople,
  ControlledPeopleQuery,
  DisableProblem,
  ExtendContest,
  ExtraTimeGiven,
  GiveExtraTime,
  IntervalParams,
  IntervalPreview,
  PauseJudging,
  PeopleAdjusted,
  PreviewInterval,
  RemoveInterval,
  RestoreInterval,
  TimeAction,
  TimesChanged,
} from '@balloon/contracts/contests/contest-control.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { ContestProblemParams } from '@balloon/contracts/problems/problems.ts';
import { adjustPeople } from '#features/contest-control/adjust-people.ts';
import { admitPerson } from '#features/contest-control/admit-person.ts';
import {
  changeTimes,
  extend,
  FREEZE,
  START,
  THAW,
  type TimeChange,
} from '#features/contest-control/change-times.ts';
import { controlStates } from '#features/contest-control/control-states.ts';
import { giveExtraTime } from '#features/contest-control/give-extra-time.ts';
import { listPeople } from '#features/contest-control/list-people.ts';
import { previewInterval } from '#features/contest-control/preview-interval.ts';
import { readControl } from '#features/contest-control/read-control.ts';
import { removeInterval, restoreInterval } from '#features/contest-control/remove-interval.ts';
import { closeProblem, disableProblem, pauseJudging } from '#features/contest-control/switch-problem.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';
import type { User } from '#services.ts';

const config = { allow: 'supervisor' } as const;
const DONE = { result: true } as const;
const path = '/api/admin/contests/:contestId/live';

/** The control screen of a contest: what it shows, and what can be done from it while the contest runs. */
export const contestControlRoutes: Routes = async (app, services) => {
  const states = controlStates(services);

  /** Changes the times; whoever looks next on this process sees it. */
  const change = async (
    user: User,
    contestId: number,
    wanted: { change: TimeChange; basedOn: number | undefined },
  ) => {
    const changed = await changeTimes(services, user, contestId, wanted);
    states.forget(contestId);
    return changed;
  };
  const action = { params: ContestParams, body: TimeAction, response: { 200: TimesChanged } };

  app.get(path, { config, schema: { params: ContestParams, response: { 200: ContestControl } } }, (request) =>
    readControl(services, userOf(request), request.params.contestId),
  );

  app.get(
    `${path}/people`,
    {
      config,
      schema: {
        params: ContestParams,
        querystring: ControlledPeopleQuery,
        response: { 200: ControlledPeople },
      },
    },
    (request) => listPeople(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.post(
    `${path}/people`,
    {
      config: { ...config, audit: 'contest.admit' },
      schema: { params: ContestParams, body: AdmitPerson, response: { 200: Done } },
    },
    async (request) => {
      await admitPerson(services, userOf(request), { ...request.params, ...request.body });
      states.forget(request.params.contestId);
      return DONE;
    },
  );

  app.post(
    `${path}/problems/:symbolIndex/judging`,
    {
      config: { ...config, audit: ['contest.pauseJudging', 'contest.resumeJudging'] },
      schema: { params: ContestProblemParams, body: PauseJudging, response: { 200: Done } },
    },
    async (request) => {
      await pauseJudging(services, userOf(request), { ...request.params, ...request.body });
      states.forget(request.params.contestId);
      return DONE;
    },
  );

  app.post(
    `${path}/problems/:symbolIndex/submissions`,
    {
      config: { ...config, audit: ['contest.closeProblem', 'contest.openProblem'] },
      schema: { params: ContestProblemParams, body: CloseProblem, response: { 200: Done } },
    },
    async (request) => {
      await closeProblem(services, userOf(request), { ...request.params, ...request.body });
      states.forget(request.params.contestId);
      return DONE;
    },
  );

  app.post(
    `${path}/problems/:symbolIndex/scoring`,
    {
      config: { ...config, audit: ['contest.disableProblem', 'contest.enableProblem'] },
      schema: { params: ContestProblemParams, body: DisableProblem, response: { 200: Done } },
    },
    async (request) => {
      await disableProblem(services, userOf(request), { ...request.params, ...request.body });
      states.forget(request.params.contestId);
      return DONE;
    },
  );

  app.post(`${path}/start`, { config: { ...config, audit: 'contest.start' }, schema: action }, (request) => {
    const { basedOnRevision: basedOn } = request.body;
    return change(userOf(request), request.params.contestId, { change: START, basedOn });
  });

  app.post(
    `${path}/extend`,
    { config: { ...config, audit: 'contest.extend' }, schema: { ...action, body: ExtendContest } },
    (request) => {
      const { minutes, basedOnRevision: basedOn } = request.body;
      return change(userOf(request), request.params.contestId, { change: extend(minutes), basedOn });
    },
  );

  app.post(
    `${path}/freeze`,
    { config: { ...config, audit: 'contest.freeze' }, schema: action },
    (request) => {
      const { basedOnRevision: basedOn } = request.body;
      return change(userOf(request), request.params.contestId, { change: FREEZE, basedOn });
    },
  );

  app.post(`${path}/thaw`, { config: { ...config, audit: 'contest.thaw' }, schema: action }, (request) => {
    const { basedOnRevision: basedOn } = request.body;
    return change(userOf(request), request.params.contestId, { change: THAW, basedOn });
  });

  app.post(
    `${path}/extra-time`,
    {
      config: { ...config, bulk: {}, audit: 'contest.extraTime' },
      schema: { params: ContestParams, body: GiveExtraTime, response: { 200: ExtraTimeGiven } },
    },
    async (request) => {
      const { contestId } = request.params;
      const given = await giveExtraTime(services, userOf(request), contestId, request.body);
      states.forget(contestId);
      return given;
    },
  );

  app.post(
    `${path}/adjustments`,
    {
      config: { ...config, bulk: {}, audit: 'contest.adjust' },
      schema: { params: ContestParams, body: AdjustPeople, response: { 200: PeopleAdjusted } },
    },
    async (request) => {
      const { contestId } = request.params;
      const adjusted = await adjustPeople(services, userOf(request), contestId, request.body);
      states.forget(contestId);
      return adjusted;
    },
  );

  app.post(
    `${path}/removed-intervals`,
    { config: { ...config, audit: 'contest.removeInterval' }, schema: { ...action, body: RemoveInterval } },
    (request) => {
      const { basedOnRevision: basedOn, ...interval } = request.body;
      return change(userOf(request), request.params.contestId, { change: removeInterval(interval), basedOn });
    },
  );

  app.post(
    `${path}/removed-intervals/preview`,
    {
      config: { ...config, audit: 'none' }, // stores nothing
      schema: { params: ContestParams, body: PreviewInterval, response: { 200: IntervalPreview } },
    },
    (request) => previewInterval(services, userOf(request), request.params.contestId, request.body),
  );

  app.post(
    `${path}/removed-intervals/:intervalId/restore`,
    {
      config: { ...config, audit: 'contest.restoreInterval' },
      schema: { ...action, params: IntervalParams, body: RestoreInterval },
    },
    (request) => {
      const { contestId, intervalId: id } = request.params;
      const { movesEnd, basedOnRevision: basedOn } = request.body;
      return change(userOf(request), contestId, { change: restoreInterval({ id, movesEnd }), basedOn });
    },
  );
};
