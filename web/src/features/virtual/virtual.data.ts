import type { VirtualStanding, VirtualStarted } from '@balloon/contracts/contests/virtual.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

const virtualPath = (contestId: number) => `/api/contest/${contestId}/virtual`;

/** Whether the person may take part in a contest virtually, and how they did. */
export function virtualStandingQuery(contestId: number) {
  return queryOptions({
    queryKey: ['virtual', contestId],
    queryFn: ({ signal }) => get<VirtualStanding>(virtualPath(contestId), { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

export function useStartVirtual(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (delayMin: number) => post<VirtualStarted>(virtualPath(contestId), { delayMin }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['virtual', contestId] }),
  });
}
