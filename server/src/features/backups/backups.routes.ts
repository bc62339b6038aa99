import { Done } from '@balloon/contracts/common.ts';
import { BackupParams, BackupState, StartedBackup } from '@balloon/contracts/site/backups.ts';
import { z } from 'zod';
import { startBackup } from '#features/backups/make-backup.ts';
import { deleteBackup, openStoredBackup, readBackups } from '#features/backups/read-backups.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'admin' } as const;
const BACKUPS = '/api/admin/server/backups';

/** Backups of the site: made, listed, sent and deleted by admins. Restoring is a command, since the site must stop. */
export const backupRoutes: Routes = async (app, services) => {
  app.get(BACKUPS, { config, schema: { response: { 200: BackupState } } }, () => readBackups(services));

  app.post(
    BACKUPS,
    { config: { ...config, audit: 'server.backup' }, schema: { response: { 200: StartedBackup } } },
    async (request) => {
      const { name } = await startBackup(services, userOf(request));
      return { name };
    },
  );

  app.get(
    `${BACKUPS}/:name`,
    {
      config: { ...config, audit: 'server.downloadBackup' },
      schema: { params: BackupParams, response: { 200: z.any().describe('the archive') } },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { content, sizeBytes } = await openStoredBackup(services, userOf(request), name);
      return reply
        .header('content-length', sizeBytes)
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/zip')
        .send(content);
    },
  );

  app.delete(
    `${BACKUPS}/:name`,
    {
      config: { ...config, audit: 'server.deleteBackup' },
      schema: { params: BackupParams, response: { 200: Done } },
    },
    async (request) => {
      await deleteBackup(services, userOf(request), request.params.name);
      return { result: true as const };
    },
  );
};
