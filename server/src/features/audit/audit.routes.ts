import { Readable } from 'node:stream';
import { AuditExportQuery, AuditLog, AuditQuery } from '@balloon/contracts/site/audit.ts';
import { exportChanges, listChanges } from '#features/audit/list-changes.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';
import { overReplica } from '#services.ts';

/** Calls of the audit log, which lists the changes of supervisors. */
export const auditRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/audit',
    { config: { allow: 'supervisor' }, schema: { querystring: AuditQuery, response: { 200: AuditLog } } },
    (request) => overReplica(services, (over) => listChanges(over, userOf(request), request.query)),
  );

  app.get(
    '/api/admin/audit/export',
    { config: { allow: 'supervisor' }, schema: { querystring: AuditExportQuery } },
    (request, reply) => {
      const { separator, ...query } = request.query;
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .send(Readable.from(exportChanges(services, userOf(request), query, separator)));
    },
  );
};
