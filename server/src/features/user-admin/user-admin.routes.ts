import { Readable } from 'node:stream';
import { Done } from '@balloon/contracts/common.ts';
import { UserParams } from '@balloon/contracts/people/account.ts';
import {
  AdminUser,
  BanUser,
  BanUsers,
  ChosenUsers,
  CreatedUser,
  DeletedUsers,
  EditUser,
  GeneratedPassword,
  GeneratedPasswords,
  NewUser,
  PeopleExportQuery,
  PeopleList,
  PeopleListQuery,
  SessionsOfUser,
  SuggestedUsername,
  UserDeletion,
  UsernameQuery,
  UserSessionParams,
} from '@balloon/contracts/people/user-admin.ts';
import { createUser } from '#features/user-admin/create-user.ts';
import { deleteUsers, previewUserDeletion } from '#features/user-admin/delete-user.ts';
import { editUser } from '#features/user-admin/edit-user.ts';
import { exportPeople, recordExport } from '#features/user-admin/export-people.ts';
import { listPeople, readPerson } from '#features/user-admin/list-people.ts';
import { freeUsername } from '#features/user-admin/new-account.ts';
import {
  banUser,
  banUsers,
  endSessionsOf,
  listSessionsOf,
  renewPasswords,
  unbanUser,
} from '#features/user-admin/sign-out-user.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';
import { overReplica } from '#services.ts';

const config = { allow: 'supervisor' } as const;
const USER = '/api/admin/users/:userId';
const DONE = { result: true } as const;

/** Calls by which supervisors manage people. */
export const userAdminRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/people',
    { config, schema: { querystring: PeopleListQuery, response: { 200: PeopleList } } },
    (request) => overReplica(services, (over) => listPeople(over, userOf(request), request.query)),
  );

  app.get(
    '/api/admin/people/export',
    { config: { ...config, audit: 'user.export' }, schema: { querystring: PeopleExportQuery } },
    async (request, reply) => {
      const { separator, ...query } = request.query;
      await recordExport(services, userOf(request));
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="users.csv"')
        .send(Readable.from(exportPeople(services, userOf(request), query, separator)));
    },
  );

  app.get(
    '/api/admin/people/username',
    { config, schema: { querystring: UsernameQuery, response: { 200: SuggestedUsername } } },
    async ({ query }) => ({ username: await freeUsername(services.db, query) }),
  );

  app.post(
    '/api/admin/people/passwords',
    {
      config: { ...config, bulk: {}, audit: 'user.password' },
      schema: { body: ChosenUsers, response: { 200: GeneratedPasswords } },
    },
    (request) => renewPasswords(services, userOf(request), request.body.userIds),
  );

  app.post(
    '/api/admin/people/ban',
    {
      config: { ...config, bulk: {}, audit: 'user.ban' },
      schema: { body: BanUsers, response: { 200: Done } },
    },
    async (request) => {
      await banUsers(services, userOf(request), request.body);
      return DONE;
    },
  );

  app.post(
    '/api/admin/people/deletion',
    {
      // A question with too many ids for an address: it changes nothing.
      config: { ...config, bulk: {}, audit: 'none' },
      schema: { body: ChosenUsers, response: { 200: UserDeletion } },
    },
    (request) => previewUserDeletion(services, userOf(request), request.body.userIds),
  );

  app.post(
    '/api/admin/people/delete',
    {
      config: { allow: 'admin', bulk: {}, audit: 'user.delete' },
      schema: { body: ChosenUsers, response: { 200: DeletedUsers } },
    },
    async (request) => {
      const { userIds } = request.body;
      await deleteUsers(services, userOf(request), userIds);
      return { deleted: userIds.length };
    },
  );

  app.post(
    '/api/admin/users',
    {
      config: { ...config, audit: 'user.create' },
      schema: { body: NewUser, response: { 200: CreatedUser } },
    },
    (request) => createUser(services, userOf(request), request.body),
  );

  app.get(USER, { config, schema: { params: UserParams, response: { 200: AdminUser } } }, (request) =>
    readPerson(services, userOf(request), request.params.userId),
  );

  app.post(
    USER,
    {
      config: { ...config, audit: 'user.edit' },
      schema: { params: UserParams, body: EditUser, response: { 200: AdminUser } },
    },
    (request) => editUser(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.get(
    `${USER}/deletion`,
    { config, schema: { params: UserParams, response: { 200: UserDeletion } } },
    (request) => previewUserDeletion(services, userOf(request), [request.params.userId]),
  );

  app.delete(
    USER,
    {
      config: { allow: 'admin', audit: 'user.delete' },
      schema: { params: UserParams, response: { 200: Done } },
    },
    async (request) => {
      await deleteUsers(services, userOf(request), [request.params.userId]);
      return DONE;
    },
  );

  app.post(
    `${USER}/ban`,
    {
      config: { ...config, audit: 'user.ban' },
      schema: { params: UserParams, body: BanUser, response: { 200: Done } },
    },
    async (request) => {
      await banUser(services, userOf(request), { ...request.params, ...request.body });
      return DONE;
    },
  );

  app.delete(
    `${USER}/ban`,
    { config: { ...config, audit: 'user.unban' }, schema: { params: UserParams, response: { 200: Done } } },
    async (request) => {
      await unbanUser(services, userOf(request), request.params.userId);
      return DONE;
    },
  );

  app.post(
    `${USER}/password`,
    {
      config: { ...config, audit: 'user.password' },
      schema: { params: UserParams, response: { 200: GeneratedPassword } },
    },
    async (request) => {
      const [renewed] = await renewPasswords(services, userOf(request), [request.params.userId]);
      if (!renewed) throw new Error('No password was made');
      return renewed;
    },
  );

  app.get(
    `${USER}/sessions`,
    { config, schema: { params: UserParams, response: { 200: SessionsOfUser } } },
    (request) => listSessionsOf(services, userOf(request), request.params.userId),
  );

  for (const [path, params] of [
    [`${USER}/sessions`, UserParams],
    [`${USER}/sessions/:sessionId`, UserSessionParams],
  ] as const) {
    app.delete(
      path,
      {
        config: { ...config, bulk: {}, audit: 'user.endSessions' },
        schema: { params, response: { 200: Done } },
      },
      async (request) => {
        await endSessionsOf(services, userOf(request), { sessionId: null, ...request.params });
        return DONE;
      },
    );
  }
};
