import { OlderStatus, Restart, RestartReply, ServerStatus } from '@balloon/contracts/maintenance.ts';
import { createStatusReader, olderStatus } from '#features/maintenance/read-status.ts';
import { restartServer, startRestarting } from '#features/maintenance/restart-server.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'admin' } as const;

/** The state of the installation, and its restart. */
export const maintenanceRoutes: Routes = async (app, services) => {
  const readStatus = createStatusReader(services);
  const stopRestarting = startRestarting(services);
  app.addHook('onClose', async () => stopRestarting());

  app.get('/api/admin/status', { config, schema: { response: { 200: OlderStatus } } }, async () =>
    olderStatus(await readStatus()),
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
};
