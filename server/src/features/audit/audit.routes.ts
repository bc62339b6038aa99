import { AuditLog, AuditQuery } from '@balloon/contracts/audit.ts';
import { listChanges } from '#features/audit/list-changes.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

/** Calls of the audit log, which lists the changes of supervisors. */
export const auditRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/audit',
    { config: { allow: 'supervisor' }, schema: { querystring: AuditQuery, response: { 200: AuditLog } } },
    (request) => listChanges(services, userOf(request), request.query),
  );
};
