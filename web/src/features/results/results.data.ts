import type { OfficialResults } from '@balloon/contracts/scoreboard/results.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

const path = (contestId: number) => `/api/admin/contests/${contestId}/results`;
const keyOf = (contestId: number) => ['admin', 'contests', contestId, 'results'] as const;

/** How often the list of what is missing is read again. */
const ASK_EVERY_MS = 5_000;

/**
 * Official results of a contest, asked for again until nothing is missing.
 *
 * @param extraBronze number of bronze medals more than usual; null: the stored one
 */
export function resultsQuery(contestId: number, extraBronze: number | null) {
  return queryOptions({
    queryKey: [...keyOf(contestId), extraBronze],
    queryFn: ({ signal }) =>
      get<OfficialResults>(path(contestId), {
        signal,
        query: extraBronze === null ? {} : { extraBronze },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.missing.length ? ASK_EVERY_MS : false),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/**
 * Sends an action and reads the results again, also after a refusal.
 *
 * @param onDone called also when the button has gone meanwhile, as it does when the results are read again
 */
function useResultsAction<Body extends object>(
  contestId: number,
  action: 'finalize' | 'reopen',
  onDone: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => post<unknown>(`${path(contestId)}/${action}`, body),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(contestId) }),
  });
}

/** Gives the contest official results, as its form does. */
export function useSwitchOn(contestId: number, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<unknown>(`/api/admin/contests/${contestId}`, { hasOfficialResults: true }),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'contests'] }),
  });
}

export const useFinalize = (contestId: number, onDone: () => void) =>
  useResultsAction<{ extraBronze: number }>(contestId, 'finalize', onDone);
export const useReopen = (contestId: number, onDone: () => void) =>
  useResultsAction<{ reason: string }>(contestId, 'reopen', onDone);
