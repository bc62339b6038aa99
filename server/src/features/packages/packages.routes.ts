import { Done } from '@balloon/contracts/common.ts';
import {
  ImportAccepted,
  ImportList,
  ImportListQuery,
  ImportParams,
  ImportRoom,
  ImportView,
  RetryImport,
} from '@balloon/contracts/judging/package-import.ts';
import { cancelImport } from '#features/packages/cancel-import.ts';
import { importRoom } from '#features/packages/import-room.ts';
import { listImports, readImport } from '#features/packages/look-at-imports.ts';
import { receivePackage } from '#features/packages/receive-package.ts';
import { retryImport } from '#features/packages/retry-import.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'admin' } as const;
const IMPORT = '/api/admin/problems/imports/:importId';

/** Routes by which admins import problem packages; see contracts/src/judging/package-import.ts. */
export const packageRoutes: Routes = async (app, services) => {
  app.post(
    '/api/admin/problems/import',
    {
      config: { ...config, audit: 'import.start', isUpload: true },
      schema: { response: { 202: ImportAccepted } },
    },
    async (request, reply) =>
      reply.status(202).send(await receivePackage(services, userOf(request), request)),
  );

  app.get('/api/admin/problems/import-room', { config, schema: { response: { 200: ImportRoom } } }, () =>
    importRoom(services),
  );

  app.get(
    '/api/admin/problems/imports',
    { config, schema: { querystring: ImportListQuery, response: { 200: ImportList } } },
    ({ query }) => listImports(services, query),
  );

  app.get(IMPORT, { config, schema: { params: ImportParams, response: { 200: ImportView } } }, ({ params }) =>
    readImport(services, params.importId),
  );

  app.delete(
    IMPORT,
    {
      config: { ...config, audit: 'import.cancel' },
      schema: { params: ImportParams, response: { 200: Done } },
    },
    async (request) => {
      await cancelImport(services, userOf(request), request.params.importId);
      return { result: true } as const;
    },
  );

  app.post(
    `${IMPORT}/retry`,
    {
      config: { ...config, audit: 'import.start' },
      schema: { params: ImportParams, body: RetryImport, response: { 202: ImportView } },
    },
    async (request, reply) => {
      const { importId } = request.params;
      return reply.status(202).send(await retryImport(services, userOf(request), importId, request.body));
    },
  );
};
