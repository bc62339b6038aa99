import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { StatementQuery } from '@balloon/contracts/problems/problems.ts';
import {
  AwardParams,
  Ceremony,
  CeremonyQuery,
  ContestAwards,
  SaveAward,
} from '@balloon/contracts/scoreboard/ceremony.ts';
import { readAwards } from '#features/ceremony/read-awards.ts';
import { readCeremony } from '#features/ceremony/read-ceremony.ts';
import { editAward, giveAward, removeAward } from '#features/ceremony/save-award.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';

const AWARDS = '/api/admin/contests/:contestId/awards';
const DONE = { result: true } as const;

/** Awards and the ceremony at the end of a contest. */
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

  app.get(
    AWARDS,
    {
      config: { allow: 'supervisor' },
      schema: { params: ContestParams, querystring: StatementQuery, response: { 200: ContestAwards } },
    },
    (request) => {
      const { params, query, headers } = request;
      return readAwards(services, userOf(request), {
        ...{ ...params, locale: requestLocale(query.locale, headers) },
      });
    },
  );

  app.post(
    AWARDS,
    {
      config: { allow: 'supervisor', audit: 'contest.giveAward' },
      schema: { params: ContestParams, body: SaveAward, response: { 200: Done } },
    },
    async (request) => {
      await giveAward(services, userOf(request), { ...request.params, award: request.body });
      return DONE;
    },
  );

  app.post(
    `${AWARDS}/:awardId`,
    {
      config: { allow: 'supervisor', audit: 'contest.editAward' },
      schema: { params: AwardParams, body: SaveAward, response: { 200: Done } },
    },
    async (request) => {
      await editAward(services, userOf(request), { ...request.params, award: request.body });
      return DONE;
    },
  );

  app.delete(
    `${AWARDS}/:awardId`,
    {
      config: { allow: 'supervisor', audit: 'contest.removeAward' },
      schema: { params: AwardParams, response: { 200: Done } },
    },
    async (request) => {
      await removeAward(services, userOf(request), request.params);
      return DONE;
    },
  );
};
