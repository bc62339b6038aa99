import type { ProblemPage, RolledBack } from '@balloon/contracts/problems/problems.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

export type ListedVersion = ProblemPage['versions'][number];

/** The server's name of the newest version. */
export const NEWEST = '-';

/** Versions of a problem that the person may read, oldest first. */
export function problemVersionsQuery(problemId: number) {
  return queryOptions({
    queryKey: ['problem', problemId, 'versions'],
    queryFn: ({ signal }) => get<ListedVersion[]>(`/api/problems/${problemId}/versions`, { signal }),
    meta: { ownError: true },
  });
}

/** Pins a contest to a version of a problem, or to the newest. */
export function usePinVersion(problemId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (pin: { contestId: number; versionId: string }) =>
      post(`/api/problems/${problemId}/versions`, { ...pin, problemId }),
    onSuccess: (_, { contestId }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['problem', problemId] }),
        queryClient.invalidateQueries({ queryKey: ['contest', contestId] }),
      ]),
  });
}

/**
 * Restores a version of a problem, as its newest version.
 *
 * @param onDone called also when the screen was left meanwhile
 */
export function useRollBack(problemId: number, onDone: (newest: number, restored: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (versionNumber: number) =>
      post<RolledBack>(`/api/admin/problems/${problemId}/rollback/${versionNumber}`),
    onSuccess: async ({ versionNumber }, restored) => {
      onDone(versionNumber, restored);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['problem', problemId] }),
        queryClient.invalidateQueries({ queryKey: ['contest'] }),
      ]);
    },
  });
}
