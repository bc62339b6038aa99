import { FoundGroups, FoundUsers, GroupSearch, UserSearch } from '@balloon/contracts/people/directory.ts';
import { findGroups } from '#features/directory/find-groups.ts';
import { findUsers } from '#features/directory/find-users.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';
import { overReplica } from '#services.ts';

export const directoryRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/users',
    { config: { allow: 'supervisor' }, schema: { querystring: UserSearch, response: { 200: FoundUsers } } },
    (request) => overReplica(services, (over) => findUsers(over, userOf(request), request.query)),
  );

  app.get(
    '/api/admin/groups',
    { config: { allow: 'supervisor' }, schema: { querystring: GroupSearch, response: { 200: FoundGroups } } },
    (request) => findGroups(services, userOf(request), request.query),
  );
};
