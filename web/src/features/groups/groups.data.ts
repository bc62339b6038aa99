import type { FoundGroups, FoundUsers } from '@balloon/contracts/people/directory.ts';
import type {
  ChangedMembers,
  ChangeMembers,
  GroupDeletion,
  GroupPage,
  SavedGroup,
  SaveGroup,
} from '@balloon/contracts/people/groups.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GroupListChoice } from '#features/groups/groups.url.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

export const GROUPS_PAGE_SIZE = 10;
/** Number of people that a search offers. */
export const FOUND_PEOPLE = 20;

/** A page of the groups that a supervisor keeps. */
export function groupListQuery({ page, query }: GroupListChoice) {
  const range = { count: GROUPS_PAGE_SIZE, offset: (page - 1) * GROUPS_PAGE_SIZE };
  return queryOptions({
    queryKey: ['groups', 'list', page, query],
    queryFn: ({ signal }) =>
      get<FoundGroups>('/api/admin/groups', { signal, query: { q: query.trim(), ...range } }),
    placeholderData: keepRows(({ groups }: FoundGroups) => groups),
    meta: { ownError: true },
  });
}

export function groupQuery(groupId: number) {
  return queryOptions({
    queryKey: ['groups', groupId],
    queryFn: ({ signal }) => get<GroupPage>(`/api/admin/groups/${groupId}`, { signal }),
    meta: { ownError: true },
  });
}

/** People by a part of their name or username. */
export function peopleQuery(q: string) {
  return queryOptions({
    queryKey: ['groups', 'people', q],
    queryFn: ({ signal }) =>
      get<FoundUsers>('/api/admin/users', { signal, query: { q, count: FOUND_PEOPLE } }),
    placeholderData: keepRows(({ users }: FoundUsers) => users),
    meta: { ownError: true },
  });
}

export function createGroup(group: SaveGroup): Promise<SavedGroup> {
  return post('/api/admin/groups', group);
}

/** @throws {ApiError} CHANGED_MEANWHILE when somebody saved after `version` was read */
export function saveGroup(groupId: number, group: SaveGroup): Promise<SavedGroup> {
  return post(`/api/admin/groups/${groupId}`, group);
}

export function changeMembers(groupId: number, change: Partial<ChangeMembers>): Promise<ChangedMembers> {
  return post(`/api/admin/groups/${groupId}/members`, change);
}

/** What would go with a group. */
export function readDeletion(groupId: number): Promise<GroupDeletion> {
  return get(`/api/admin/groups/${groupId}/deletion`);
}

export function deleteGroup(groupId: number): Promise<unknown> {
  return del(`/api/admin/groups/${groupId}`);
}

/** Beginnings of the keys under which groups are kept; some of them count for a minute. */
const KEPT_GROUPS = [
  ['groups', 'list'],
  ['people', 'groups'],
  ['people', 'group'],
  ['news', 'groups'],
  ['rating', 'groups'],
  ['rating', 'groupsOf'],
  ['account', 'groups'],
];

/** Reads lists of groups again, wherever they are shown. */
export async function forgetGroups(queryClient: QueryClient): Promise<void> {
  await Promise.all(KEPT_GROUPS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
