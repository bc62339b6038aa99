import {
  ComputedRatings,
  GroupList,
  RatedGroupList,
  RatingHistory,
  RatingHistoryQuery,
  RatingTable,
  RatingTableQuery,
  ScoreTable,
  ScoreTableQuestion,
  UserGroupsParams,
} from '@balloon/contracts/ratings/ratings.ts';
import { computeRatings } from '#features/ratings/compute-ratings.ts';
import { makeScoreTable } from '#features/ratings/make-score-table.ts';
import { RatingTables } from '#features/ratings/rating-tables.ts';
import {
  listGroupsOfUser,
  listRatedGroups,
  readHistoryWithoutGroup,
  readRatingHistory,
  readRatingTable,
} from '#features/ratings/read-ratings.ts';
import { userOf } from '#http/allow.ts';
import { sendJson } from '#http/answers/list-in-pieces.ts';
import { sendPacked } from '#http/answers/send-packed.ts';
import type { Routes } from '#http/routes.ts';

export const ratingRoutes: Routes = async (app, services) => {
  const tables = new RatingTables(services);
  app.addHook('onClose', async () => tables.close());

  app.get(
    '/api/user/rating',
    {
      config: { allow: 'user' },
      schema: { querystring: RatingHistoryQuery, response: { 200: RatingHistory } },
    },
    (request) => {
      const { userId, groupId } = request.query;
      if (groupId === undefined) return readHistoryWithoutGroup(services, userOf(request), userId);
      return readRatingHistory(services, userOf(request), { userId, groupId });
    },
  );

  app.get(
    '/api/user/rating/table',
    {
      config: { allow: 'user' },
      schema: { querystring: RatingTableQuery, response: { 200: RatingTable } },
    },
    async (request, reply) => {
      const page = await readRatingTable(services, tables, userOf(request), request.query.groupId);
      sendPacked(request, reply, { page, ending: '', etag: `W/"${page.hash}"` });
      return reply;
    },
  );

  app.get(
    '/api/user/rating/groups',
    { config: { allow: 'user' }, schema: { response: { 200: RatedGroupList } } },
    (request) => listRatedGroups(services, userOf(request)),
  );

  app.get(
    '/api/user/:userId/groups',
    {
      config: { allow: 'user' },
      schema: { params: UserGroupsParams, response: { 200: GroupList } },
    },
    (request) => listGroupsOfUser(services, userOf(request), request.params.userId),
  );

  /** Everybody's in spite of its address: /rating/create is a screen of participants. */
  app.post(
    '/api/admin/ratingTable',
    {
      // Read-only: POST because the query is too long for an address.
      config: { allow: 'user', audit: 'none' },
      schema: { body: ScoreTableQuestion, response: { 200: ScoreTable } },
    },
    async (request, reply) => {
      sendJson(reply, await makeScoreTable(services, userOf(request), request.body));
      return reply;
    },
  );

  app.post(
    '/api/admin/computeRatings',
    {
      config: { allow: 'admin', bulk: {}, audit: 'ratings.compute' },
      schema: { response: { 200: ComputedRatings } },
    },
    (request) => computeRatings(services, userOf(request)),
  );
};
