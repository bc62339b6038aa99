import { ORGANIZATIONS_PAGE_SIZE } from '@balloon/contracts/people/team-limits.ts';
import type {
  FoundOrganizations,
  Organization,
  SaveOrganization,
  SaveTeam,
  TeamOfUser,
} from '@balloon/contracts/people/teams.ts';
import { queryOptions } from '@tanstack/react-query';
import type { OrganizationChoice } from '#features/teams/teams.url.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

export const ORGANIZATIONS = '/api/admin/organizations';

/** Queries that hold organisations, in lists and one by one. */
export const ORGANIZATIONS_KEY = ['organizations'];

/** A page of the organisations whose names hold the words. */
export function organizationsQuery({ page, query }: OrganizationChoice) {
  const range = { count: ORGANIZATIONS_PAGE_SIZE, offset: (page - 1) * ORGANIZATIONS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...ORGANIZATIONS_KEY, 'list', page, query],
    queryFn: ({ signal }) =>
      get<FoundOrganizations>(ORGANIZATIONS, { signal, query: { q: query.trim(), ...range } }),
    placeholderData: keepRows(({ organizations }: FoundOrganizations) => organizations),
    meta: { ownError: true },
  });
}

export function organizationQuery(id: number) {
  return queryOptions({
    queryKey: [...ORGANIZATIONS_KEY, id],
    queryFn: ({ signal }) => get<Organization>(`${ORGANIZATIONS}/${id}`, { signal }),
    meta: { ownError: true },
  });
}

export const createOrganization = (organization: SaveOrganization) =>
  post<Organization>(ORGANIZATIONS, organization);

/** @throws {ApiError} CHANGED_MEANWHILE when somebody saved after `version` was read */
export const saveOrganization = (id: number, organization: SaveOrganization) =>
  post<Organization>(`${ORGANIZATIONS}/${id}`, organization);

export const deleteOrganization = (id: number) => del(`${ORGANIZATIONS}/${id}`);

const teamPath = (userId: number) => `/api/admin/users/${userId}/team`;

/** The team that uses an account. Lies below the person, so that changes of people read it again. */
export function teamQuery(userId: number) {
  return queryOptions({
    queryKey: ['people', userId, 'team'],
    queryFn: ({ signal }) => get<TeamOfUser>(teamPath(userId), { signal }),
    meta: { ownError: true },
  });
}

export const saveTeam = (userId: number, team: SaveTeam) => post<TeamOfUser>(teamPath(userId), team);

export const removeTeam = (userId: number) => del(teamPath(userId));
