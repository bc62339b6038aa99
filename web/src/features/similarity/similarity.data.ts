import type {
  ComparedSources,
  SetTemplate,
  SimilarityReport,
} from '@balloon/contracts/solutions/similarity.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

const path = (contestId: number) => `/api/admin/contests/${contestId}/similarity`;
const ASK_EVERY_MS = 2_000;

/** What the newest comparison of a contest's solutions found; asked again while it runs. */
export function similarityQuery(contestId: number, locale: Locale) {
  return queryOptions({
    queryKey: ['similarity', contestId, locale],
    queryFn: ({ signal }) => get<SimilarityReport>(path(contestId), { signal, query: { locale } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? ASK_EVERY_MS : false),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/** Two solutions side by side. */
export function comparedQuery(contestId: number, one: number, other: number) {
  return queryOptions({
    queryKey: ['similarity', contestId, one, other],
    queryFn: ({ signal }) => get<ComparedSources>(`${path(contestId)}/${one}/${other}`, { signal }),
    meta: { ownError: true },
  });
}

export function useStartComparison(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<unknown>(path(contestId)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['similarity', contestId] }),
  });
}

/** Ends a comparison that runs. */
export function useCancelComparison(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<unknown>(`${path(contestId)}/cancel`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['similarity', contestId] }),
  });
}

/** Stores what participants were given for a problem. */
/** @param onSaved called also when the screen was left meanwhile */
export function useTemplateSaving(contestId: number, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (template: SetTemplate) => post<unknown>(`${path(contestId)}/templates`, template),
    onSuccess: onSaved,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['similarity', contestId] }),
  });
}
