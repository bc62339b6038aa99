import type { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import { queryOptions } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';

export interface Medals {
  gold: number;
  silver: number;
  /** Absent: as many as the results of the contest say. */
  bronze?: number;
}

/** Both tables of a contest that has ended, with the awards. */
export function ceremonyQuery(contestId: number, medals: Medals, locale: string) {
  return queryOptions({
    queryKey: ['ceremony', contestId, medals, locale],
    queryFn: ({ signal }) =>
      get<Ceremony>(`/api/admin/contests/${contestId}/ceremony`, { signal, query: { ...medals, locale } }),
    // The ceremony goes on with what it began with, whatever happens to the connection.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true, lasting: true },
  });
}
