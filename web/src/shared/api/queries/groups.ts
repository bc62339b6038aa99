import type { Group } from '@balloon/contracts/contests.ts';
import type { FoundGroups } from '@balloon/contracts/people/directory.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { get } from '#shared/api/calls/api.ts';

/** Largest number of groups in one request. */
const MAX_GROUPS = 200;

/** Groups into which the reader may put people. */
export function groupsQuery(q: string) {
  return queryOptions({
    queryKey: ['people', 'groups', q],
    queryFn: ({ signal }) =>
      get<z.infer<typeof FoundGroups>>('/api/admin/groups', { signal, query: { q, count: MAX_GROUPS } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { ownError: true },
  });
}

/** A group whose name is shown, such as the chosen one of a filter. */
export function groupNameQuery(groupId: number) {
  return queryOptions({
    queryKey: ['people', 'group', groupId],
    queryFn: async ({ signal }): Promise<Group> =>
      (await get<{ group: Group }>(`/api/admin/groups/${groupId}`, { signal })).group,
    staleTime: 30_000,
    meta: { ownError: true },
  });
}
