import { Done } from '@balloon/contracts/common.ts';
import {
  JudgeParams,
  JudgeTokenForm,
  JudgeTokenParams,
  JudgeTokens,
  NewJudgeToken,
  OlderStatus,
  Queue,
  QueueQuery,
  Restart,
  RestartReply,
  ServerStatus,
  TestMessage,
  TestMessageReply,
  WorkParams,
} from '@balloon/contracts/site/maintenance.ts';
import { cancelWork, moveToFront, takeFromJudge } from '#features/maintenance/direct-work.ts';
import { setDrained } from '#features/maintenance/drain-judge.ts';
import { excludeJudge, inviteJudge, listValidTokens } from '#features/maintenance/judge-access.ts';
import { readQueue } from '#features/maintenance/read-queue.ts';
import { createOlderStatusReader, createStatusReader } from '#features/maintenance/read-status.ts';
import { restartServer, startRestarting } from '#features/maintenance/restart-server.ts';
import { sendTestMessage } from '#features/maintenance/send-test-message.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'admin' } as const;
const done = { 200: Done };

/** The state of the installation, its judges and its queue, and its restart. */
export const maintenanceRoutes: Routes = async (app, services) => {
  const readStatus = createStatusReader(services);
  const readOlderStatus = createOlderStatusReader(services, readStatus);
  const stopRestarting = startRestarting(services);
  app.addHook('onClose', async () => stopRestarting());

  app.get('/api/admin/status', { config, schema: { response: { 200: OlderStatus } } }, () =>
    readOlderStatus(),
  );

  app.get('/api/admin/server', { config, schema: { response: { 200: ServerStatus } } }, () => readStatus());

  app.post(
    '/api/admin/restart',
    {
      config: { ...config, audit: 'server.restart' },
      schema: { body: Restart, response: { 200: RestartReply } },
    },
    async (request) => {
      await restartServer(services, userOf(request), request.body?.confirm);
      return { ok: true as const };
    },
  );

  for (const [path, audit, isPaused] of [
    ['drain', 'judge.drain', true],
    ['resume', 'judge.resume', false],
  ] as const) {
    app.post(
      `/api/admin/server/judges/:judgeId/${path}`,
      { config: { ...config, audit }, schema: { params: JudgeParams, response: done } },
      async (request) => {
        await setDrained(services, userOf(request), request.params.judgeId, isPaused);
        return { result: true as const };
      },
    );
  }

  app.get('/api/admin/server/judge-tokens', { config, schema: { response: { 200: JudgeTokens } } }, () =>
    listValidTokens(services),
  );

  app.post(
    '/api/admin/server/judge-tokens',
    {
      config: { ...config, audit: 'judge.addToken' },
      schema: { body: JudgeTokenForm, response: { 200: NewJudgeToken } },
    },
    (request) => {
      const siteUrl = `${request.protocol}://${request.host}`;
      return inviteJudge(services, userOf(request), request.body.name, siteUrl);
    },
  );

  app.delete(
    '/api/admin/server/judge-tokens/:name',
    {
      config: { ...config, audit: 'judge.revokeToken' },
      schema: { params: JudgeTokenParams, response: done },
    },
    async (request) => {
      await excludeJudge(services, userOf(request), request.params.name);
      return { result: true as const };
    },
  );

  app.get(
    '/api/admin/server/queue',
    { config, schema: { querystring: QueueQuery, response: { 200: Queue } } },
    ({ query, headers }) => readQueue(services, { ...query, locale: requestLocale(query.locale, headers) }),
  );

  for (const [path, audit, operate] of [
    ['front', 'work.front', moveToFront],
    ['release', 'work.release', takeFromJudge],
    ['cancel', 'work.cancel', cancelWork],
  ] as const) {
    app.post(
      `/api/admin/server/queue/:workId/${path}`,
      { config: { ...config, audit }, schema: { params: WorkParams, response: done } },
      async (request) => {
        await operate(services, userOf(request), request.params.workId);
        return { result: true as const };
      },
    );
  }

  app.post(
    '/api/admin/server/test-message',
    {
      config: { ...config, audit: 'server.testMessage' },
      schema: { body: TestMessage, response: { 200: TestMessageReply } },
    },
    (request) =>
      sendTestMessage(services, userOf(request), request.body, {
        locale: requestLocale(undefined, request.headers),
        siteName: request.host,
      }),
  );
};
