import type {
  CanJoin,
  Contest,
  ContestCategory,
  ContestList,
  ContestReply,
  ContestSort,
  ContestStarted,
} from '@balloon/contracts/contests.ts';
import type { OwnTimeChanges } from '@balloon/contracts/people/own-time-changes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { get, post } from '#shared/api/calls/api.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

export const CONTESTS_PAGE_SIZE = 10;

export interface ContestListChoice {
  page: number;
  query: string;
  category: ContestCategory;
  sort: Extract<ContestSort, 'byStart' | 'byId'>;
  order: 'asc' | 'desc';
}

/** Parameters by which the server gives the page of a choice. */
export const listParameters = ({ page, query, category, sort, order }: ContestListChoice) => ({
  count: CONTESTS_PAGE_SIZE,
  offset: (page - 1) * CONTESTS_PAGE_SIZE,
  category,
  sort,
  sort_order: order,
  query,
});

export function contestListQuery(choice: ContestListChoice) {
  return queryOptions({
    queryKey: ['contests', choice],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ContestList>>('/api/contest/all', { signal, query: listParameters(choice) }),
    placeholderData: keepRows(({ contests }: z.infer<typeof ContestList>) => contests),
    meta: { ownError: true },
  });
}

export function contestQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId],
    queryFn: async ({ signal }): Promise<Contest> =>
      (await get<z.infer<typeof ContestReply>>(`/api/contest/${contestId}`, { signal })).contest,
    meta: { ownError: true },
  });
}

/** What became of the viewer's own time. */
export function ownTimeQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'own-time'],
    queryFn: ({ signal }) => get<OwnTimeChanges>(`/api/contest/${contestId}/own-time`, { signal }),
    meta: { ownError: true, quiet: true },
  });
}

/** Whether the person may enter; fetched on every visit, since the answer changes with time. */
export function canJoinQuery(contestId: number) {
  return queryOptions({
    queryKey: ['canJoin', contestId],
    queryFn: ({ signal }) => get<CanJoin>(`/api/contest/${contestId}/canJoin`, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/** Adds the person to the results table. */
export function joinContest(contestId: number): Promise<{ result: true; previouslyJoined: boolean }> {
  return post(`/api/contest/${contestId}/join`);
}

/** Starts a floating contest for the viewer; every screen of it is another one from then on. */
export function useStartContest(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<ContestStarted>(`/api/contest/${contestId}/start`),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
