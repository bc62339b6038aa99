import {
  NewAcmpProblem,
  NewEjudgeProblem,
  OlderContestImport,
  OlderContestReply,
  OlderScan,
  OlderScanOfSystem,
  OlderScanReply,
} from '@balloon/contracts/outside/older-imports.ts';
import { ManagedProblem, Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import { ProblemParams } from '@balloon/contracts/problems/problems.ts';
import { serverOfSystem } from '#features/outside-jobs/admins/server-of-system.ts';
import { startScan } from '#features/outside-jobs/admins/start-job.ts';
import {
  addFromEjudge,
  importFromAcmp,
  importYandexContest,
} from '#features/outside-jobs/older-imports/older-imports.ts';
import { findOrigin, rescanOutside } from '#features/outside-jobs/older-imports/rescan-outside.ts';
import { findPolygonOrigin, rescanPolygon } from '#features/outside-jobs/polygon/rescan-polygon.ts';
import { readManagedProblem } from '#features/problem-admin/read-managed-problem.ts';
import { rescanProblem } from '#features/problem-admin/rescan-problem.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { withKnownSystem } from '#older-forms/older-system.ts';

/** Scans by the address alone. */
const SCANS = [
  { name: 'scanTimus', systemType: 'timus', scope: null },
  { name: 'scanCf', systemType: 'cf', scope: null },
  { name: 'scanCfGyms', systemType: 'cf', scope: 'gym' },
  { name: 'scanAcmp', systemType: 'acmp', scope: null },
  { name: 'scanSgu', systemType: 'sgu', scope: null },
] as const;

const CONTESTS = [
  { name: 'yandex-import-by-id', systemType: 'yandex' },
  { name: 'yandex-official-import-by-id', systemType: 'yandexOfficial' },
] as const;

/** The first call adds the server of a public system. */
const config = { allow: 'admin', audit: ['outsideServer.startJob', 'outsideServer.add'] } as const;

/** Scans and imports as older clients ask for them, and rescans of problems wherever they come from. */
export const olderImportRoutes: Routes = async (app, services) => {
  app.post(
    '/api/admin/problems/scan',
    { config, schema: { body: OlderScan, response: { 200: OlderScanReply } } },
    async (request) => {
      const { systemType, insert, update } = request.body;
      const serverId = await serverOfSystem(services, userOf(request), systemType);
      await startScan(services, userOf(request), serverId, { scope: null, insert, update });
      return request.body;
    },
  );

  for (const { name, systemType, scope } of SCANS) {
    app.post(
      `/api/admin/${name}`,
      { config, schema: { body: OlderScanOfSystem, response: { 200: OlderScanReply } } },
      async (request) => {
        const { insert = true, update = false } = request.body ?? {};
        const serverId = await serverOfSystem(services, userOf(request), systemType);
        await startScan(services, userOf(request), serverId, { scope, insert, update });
        return { systemType, insert, update };
      },
    );
  }

  app.post(
    '/api/admin/problems/new/ejudge',
    {
      config: { ...config, older: withKnownSystem },
      schema: { body: NewEjudgeProblem, response: { 200: ManagedProblem } },
    },
    async (request) => {
      const problemId = await addFromEjudge(services, userOf(request), request.body);
      const locale = requestLocale(undefined, request.headers);
      return readManagedProblem(services, userOf(request), { problemId, locale });
    },
  );

  app.post(
    '/api/admin/problems/new/acmp',
    {
      config: { ...config, older: withKnownSystem },
      schema: { body: NewAcmpProblem, response: { 200: ManagedProblem } },
    },
    async (request) => {
      const problemId = await importFromAcmp(services, userOf(request), request.body);
      const locale = requestLocale(undefined, request.headers);
      return readManagedProblem(services, userOf(request), { problemId, locale });
    },
  );

  for (const { name, systemType } of CONTESTS) {
    app.post(
      `/api/admin/${name}`,
      { config, schema: { body: OlderContestImport, response: { 200: OlderContestReply } } },
      async (request) => {
        await importYandexContest(services, userOf(request), systemType, request.body.contestId);
        return { result: 'ok' } as const;
      },
    );
  }

  app.post(
    '/api/admin/problems/:problemId/rescan',
    {
      config: { allow: 'admin', audit: ['import.start', 'outsideServer.startJob'] },
      schema: { params: ProblemParams, response: { 200: Rescan } },
    },
    async (request) => {
      const { problemId } = request.params;
      const origin = await findOrigin(services.db, problemId);
      const admin = userOf(request);
      if (origin) return rescanOutside(services, admin, problemId, origin);
      const polygon = await findPolygonOrigin(services.db, problemId);
      return polygon
        ? rescanPolygon(services, admin, problemId, polygon)
        : rescanProblem(services, admin, problemId);
    },
  );
};
