import type { ContestAwards, SaveAward } from '@balloon/contracts/scoreboard/ceremony.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { del, get, post } from '#shared/api/calls/api.ts';

const path = (contestId: number) => `/api/admin/contests/${contestId}/awards`;
const keyOf = (contestId: number) => ['admin', 'contests', contestId, 'awards'] as const;

/** All awards of a contest: those of the table, and those by hand. */
export function awardsQuery(contestId: number, locale: string) {
  return queryOptions({
    queryKey: [...keyOf(contestId), locale],
    queryFn: ({ signal }) => get<ContestAwards>(path(contestId), { signal, query: { locale } }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

export type AwardByHand = ContestAwards['byHand'][number];

/** Gives an award by hand, or changes the one with that id; reads all awards again, also after a refusal. */
export function useSaveAward(contestId: number) {
  return useAwardChange(contestId, ({ id, award }: { id: number | null; award: SaveAward }) =>
    post<unknown>(id === null ? path(contestId) : `${path(contestId)}/${id}`, award),
  );
}

export function useRemoveAward(contestId: number) {
  return useAwardChange(contestId, (id: number) => del<unknown>(`${path(contestId)}/${id}`));
}

function useAwardChange<Input>(contestId: number, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(contestId) }),
        // A ceremony that is opened from now on shows the change; one that goes on keeps what it has.
        queryClient.invalidateQueries({ queryKey: ['ceremony', contestId], refetchType: 'none' }),
      ]),
  });
}
