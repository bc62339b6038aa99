import type { ProblemPage, RolledBack } from '@balloon/contracts/problems.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api.ts';

export type ListedVersion = ProblemPage['versions'][number];

/** How the server calls "whatever is the newest". */
export const NEWEST = '-';

/** The versions of a problem that the person may read, oldest first. */
export function problemVersionsQuery(problemId: number) {
  return queryOptions({
    queryKey: ['problem', problemId, 'versions'],
    queryFn: ({ signal }) => get<ListedVersion[]>(`/api/problems/${problemId}/versions`, { signal }),
    meta: { ownError: true },
  });
}

/** Makes a contest show a version of a problem, or the newest. */
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

/** Makes a problem what a version of it was; that becomes its newest version. */
export function useRollBack(problemId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (versionNumber: number) =>
      post<RolledBack>(`/api/admin/problems/${problemId}/rollback/${versionNumber}`),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['problem', problemId] }),
        queryClient.invalidateQueries({ queryKey: ['contest'] }),
      ]),
  });
}
