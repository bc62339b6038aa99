import { Done } from '@balloon/contracts/common.ts';
import { UserParams } from '@balloon/contracts/people/account.ts';
import {
  FoundOrganizations,
  Organization,
  OrganizationParams,
  OrganizationSearch,
  SaveOrganization,
  SaveTeam,
  TeamOfUser,
} from '@balloon/contracts/people/teams.ts';
import { searchOrganizations } from '#features/teams/organizations.queries.ts';
import { readTeam } from '#features/teams/read-team.ts';
import {
  createOrganization,
  deleteOrganization,
  editOrganization,
  readOrganization,
} from '#features/teams/save-organization.ts';
import { removeTeam, saveTeam } from '#features/teams/save-team.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const supervisor = { allow: 'supervisor' } as const;
const admin = { allow: 'admin' } as const;
const ORGANIZATIONS = '/api/admin/organizations';
const ORGANIZATION = `${ORGANIZATIONS}/:organizationId`;
const TEAM = '/api/admin/users/:userId/team';
const DONE = { result: true } as const;

/** Calls by which supervisors manage teams, and admins the organisations that these come from. */
export const teamRoutes: Routes = async (app, services) => {
  app.get(
    ORGANIZATIONS,
    {
      config: supervisor,
      schema: { querystring: OrganizationSearch, response: { 200: FoundOrganizations } },
    },
    ({ query }) => searchOrganizations(services.db, query),
  );

  app.post(
    ORGANIZATIONS,
    {
      config: { ...admin, audit: 'organization.create' },
      schema: { body: SaveOrganization, response: { 200: Organization } },
    },
    (request) => createOrganization(services, userOf(request), request.body),
  );

  app.get(
    ORGANIZATION,
    { config: supervisor, schema: { params: OrganizationParams, response: { 200: Organization } } },
    ({ params }) => readOrganization(services, params.organizationId),
  );

  app.post(
    ORGANIZATION,
    {
      config: { ...admin, audit: 'organization.edit' },
      schema: { params: OrganizationParams, body: SaveOrganization, response: { 200: Organization } },
    },
    (request) => editOrganization(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.delete(
    ORGANIZATION,
    {
      config: { ...admin, audit: 'organization.delete' },
      schema: { params: OrganizationParams, response: { 200: Done } },
    },
    async (request) => {
      await deleteOrganization(services, userOf(request), request.params.organizationId);
      return DONE;
    },
  );

  app.get(
    TEAM,
    { config: supervisor, schema: { params: UserParams, response: { 200: TeamOfUser } } },
    (request) => readTeam(services, userOf(request), request.params.userId),
  );

  app.post(
    TEAM,
    {
      config: { ...supervisor, audit: 'user.team' },
      schema: { params: UserParams, body: SaveTeam, response: { 200: TeamOfUser } },
    },
    (request) => saveTeam(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.delete(
    TEAM,
    {
      config: { ...supervisor, audit: 'user.removeTeam' },
      schema: { params: UserParams, response: { 200: Done } },
    },
    async (request) => {
      await removeTeam(services, userOf(request), request.params.userId);
      return DONE;
    },
  );
};
