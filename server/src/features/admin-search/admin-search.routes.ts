import { StatementQuery } from '@balloon/contracts/problems/problems.ts';
import { AdminSearch, AdminSearchQuery } from '@balloon/contracts/site/admin-search.ts';
import { searchAdminArea } from '#features/admin-search/search-admin-area.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { overReplica } from '#services.ts';

export const adminSearchRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/search',
    {
      config: { allow: 'supervisor' },
      schema: {
        querystring: AdminSearchQuery.extend(StatementQuery.shape),
        response: { 200: AdminSearch },
      },
    },
    (request) => {
      const locale = requestLocale(request.query.locale, request.headers);
      return overReplica(services, (over) =>
        searchAdminArea(over, userOf(request), { q: request.query.q, locale }),
      );
    },
  );
};
