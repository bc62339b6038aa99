import type { SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

/** Interval of fetching an unfinished run: its results are secret, so no socket event reports them. */
const ASK_EVERY_MS = 1_000;

function detailsQuery(contestId: number, solutionId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'solution', solutionId, 'details'],
    queryFn: ({ signal }) => get<SolutionDetails>(`/api/admin/solutions/${solutionId}/details`, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? ASK_EVERY_MS : false),
    meta: { ownError: true, quiet: true },
  });
}

const isUnderWay = (details: SolutionDetails | undefined) =>
  details?.state === 'queued' || details?.state === 'running';

/**
 * Details of a verdict, for supervisors; kept current during a run on all tests and after each new verdict.
 */
export function useSolutionDetails(contestId: number, solutionId: number) {
  const queryClient = useQueryClient();
  const query = detailsQuery(contestId, solutionId);
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: query.queryKey });
  useSocketEvent('verdict updated', (update) => {
    if (update.id === solutionId && update.verdict?.isTerminal) readAgain();
  });
  useSocketEvent('reset solution', (reset) => {
    if (reset.solutionId === solutionId) readAgain();
  });
  useSocketEvent('reset solutions', ({ solutionIds }) => {
    if (solutionIds.includes(solutionId)) readAgain();
  });
  return useQuery(query);
}

/** Requests a run on all tests. */
export function useDetailsRequest(contestId: number, solutionId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<SolutionDetails>(`/api/admin/solutions/${solutionId}/details`),
    onSuccess: (details) => changeLoaded(queryClient, detailsQuery(contestId, solutionId).queryKey, details),
  });
}
