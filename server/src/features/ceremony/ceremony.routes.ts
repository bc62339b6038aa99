import { Ceremony, CeremonyQuery } from '@balloon/contracts/ceremony.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { StatementQuery } from '@balloon/contracts/problems.ts';
import { readCeremony } from '#features/ceremony/read-ceremony.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/request-locale.ts';
import type { Routes } from '#http/routes.ts';

/** The ceremony at the end of a contest. */
export const ceremonyRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/contests/:contestId/ceremony',
    {
      config: { allow: 'supervisor' },
      schema: {
        params: ContestParams,
        querystring: CeremonyQuery.extend(StatementQuery.shape),
        response: { 200: Ceremony },
      },
    },
    (request) => {
      const { params, query, headers } = request;
      const locale = requestLocale(query.locale, headers);
      return readCeremony(services, userOf(request), { ...params, medals: query, locale });
    },
  );
};
