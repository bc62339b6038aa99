import type { ContestList } from '@balloon/contracts/contests.ts';
import type {
  FoundProblem,
  ProblemDeletion,
  ProblemSearch,
  ProblemSearchQuery,
  Rescan,
} from '@balloon/contracts/problems/problem-admin.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { del, get, post } from '#shared/api/calls/api.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

export const PROBLEMS_PAGE_SIZE = 10;

export interface ProblemListChoice {
  page: number;
  query: string;
  systemType: ProblemSearchQuery['systemType'];
  state: ProblemSearchQuery['state'];
  /** Only problems of this contest. */
  contestId: number | null;
  /** Empty: whatever the tags. */
  tag: string;
  sort: ProblemSearchQuery['sort'];
  order: 'asc' | 'desc';
}

/** A page of the problems, without their statements. */
export function problemListQuery({ page, query, order, tag, ...filter }: ProblemListChoice) {
  return queryOptions({
    queryKey: ['admin problems', { page, query, order, tag, ...filter }],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ProblemSearch>>('/api/admin/problems', {
        signal,
        query: {
          ...filter,
          tag: tag || undefined,
          q: query,
          sort_order: order,
          brief: 1,
          count: PROBLEMS_PAGE_SIZE,
          offset: (page - 1) * PROBLEMS_PAGE_SIZE,
        },
      }),
    placeholderData: keepRows(({ problems }: z.infer<typeof ProblemSearch>) => problems),
    meta: { ownError: true },
  });
}

/** What hangs on a problem; asked anew whenever somebody is about to delete it. */
export function deletionQuery(problemId: number) {
  return queryOptions({
    queryKey: ['problem deletion', problemId],
    queryFn: ({ signal }) => get<ProblemDeletion>(`/api/admin/problems/${problemId}/deletion`, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

const FOUND_CONTESTS = 20;

/** Contests by a part of their name, to filter by one. */
export function contestChoicesQuery(query: string) {
  return queryOptions({
    queryKey: ['contest choices', query],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ContestList>>('/api/contest/all', {
        signal,
        query: { query, count: FOUND_CONTESTS, category: 'all', sort: 'byStart', sort_order: 'desc' },
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** @param onDone called also when the row or the dialog has gone meanwhile */
function useListChange<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin problems'] }),
  });
}

export const useDeleteProblem = (onDone: () => void) =>
  useListChange(
    ({ id }: Pick<FoundProblem, 'id'>) => del<ProblemDeletion>(`/api/admin/problems/${id}`),
    onDone,
  );

export const useRestoreProblem = (onDone: () => void) =>
  useListChange(
    ({ id }: Pick<FoundProblem, 'id'>) => post<ProblemDeletion>(`/api/admin/problems/${id}/repair`),
    onDone,
  );

/** Imports the kept package of a problem anew; the server waits some seconds for the end. */
export const useRescanProblem = (onDone: (rescan: Rescan) => void) =>
  useListChange(
    ({ id }: Pick<FoundProblem, 'id'>) => post<Rescan>(`/api/admin/problems/${id}/rescan`),
    onDone,
  );
