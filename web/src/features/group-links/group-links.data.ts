import type { EditRegisterLink, RegisterLink } from '@balloon/contracts/people/group-links.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

/** All links of a group, also those that were deactivated. */
export function linksQuery(groupId: number) {
  return queryOptions({
    queryKey: ['groups', groupId, 'links'],
    queryFn: ({ signal }) =>
      get<RegisterLink[]>(`/api/admin/groups/${groupId}/links`, { signal, query: { all: true } }),
    meta: { ownError: true },
  });
}

export type LinkLimits = Pick<RegisterLink, 'expiresAtMs' | 'maxActivations'>;

export function createLink(groupId: number, limits: LinkLimits): Promise<RegisterLink> {
  return post(`/api/admin/groups/${groupId}/links`, limits);
}

export function editLink({ groupId, uuid }: RegisterLink, edit: EditRegisterLink): Promise<RegisterLink> {
  return post(`/api/admin/groups/${groupId}/links/${uuid}`, edit);
}

/** Address that a link gives to people. */
export const linkAddress = ({ registerKey }: RegisterLink) =>
  `${location.origin}/auth/register?groupKey=${registerKey}`;
