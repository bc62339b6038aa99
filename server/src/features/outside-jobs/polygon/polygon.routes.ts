import { OlderContestReply, PolygonImportReply } from '@balloon/contracts/outside/older-imports.ts';
import { JobAccepted, NewPolygonPull } from '@balloon/contracts/outside/outside-jobs.ts';
import { OutsideServerParams } from '@balloon/contracts/outside/outside-systems.ts';
import { ProblemParams } from '@balloon/contracts/problems/problems.ts';
import { serverOfSystem } from '#features/outside-jobs/admins/server-of-system.ts';
import { startArchive } from '#features/outside-jobs/polygon/hand-over-archive.ts';
import { startPull } from '#features/outside-jobs/polygon/pull-from-polygon.ts';
import { pullOneProblem } from '#features/outside-jobs/polygon/pull-one-problem.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const SERVER = '/api/admin/outside-systems/servers/:serverId';
const starting = { allow: 'admin', audit: 'outsideServer.startJob' } as const;

/** Packages of Polygon, fetched from there or handed on to Yandex.Contest, also as older clients ask for them. */
export const polygonRoutes: Routes = async (app, services) => {
  app.post(
    `${SERVER}/polygon`,
    {
      config: { ...starting, bulk: {} },
      schema: { params: OutsideServerParams, body: NewPolygonPull, response: { 200: JobAccepted } },
    },
    async (request) => ({
      jobId: await startPull(services, userOf(request), request.params.serverId, request.body),
    }),
  );

  app.post(
    `${SERVER}/archive`,
    {
      config: { ...starting, isUpload: true },
      schema: { params: OutsideServerParams, response: { 200: JobAccepted } },
    },
    async (request) => ({
      jobId: await startArchive(services, userOf(request), request.params.serverId, request),
    }),
  );

  app.post(
    '/files/yandex-polygon-import',
    {
      // The first call adds the server of the public system.
      config: { allow: 'admin', audit: ['outsideServer.startJob', 'outsideServer.add'], isUpload: true },
      schema: { response: { 200: OlderContestReply } },
    },
    async (request) => {
      const serverId = await serverOfSystem(services, userOf(request), 'yandex');
      await startArchive(services, userOf(request), serverId, request);
      return { result: 'ok' } as const;
    },
  );

  app.post(
    '/problems/:problemId',
    { config: starting, schema: { params: ProblemParams, response: { 200: PolygonImportReply } } },
    (request) => pullOneProblem(services, userOf(request), request.params.problemId),
  );
};
