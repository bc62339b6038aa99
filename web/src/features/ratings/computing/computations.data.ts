import type { RatingComputation, RatingMoves } from '@balloon/contracts/ratings/rating-computations.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { del, get, post } from '#shared/api/calls/api.ts';

const COMPUTATIONS = '/api/admin/ratings/computations';
/** Interval in ms of asking how far a running computation is. */
const ASK_EVERY_MS = 600;

/** Computations, newest first; asked again and again while one runs. */
export const computationsQuery = queryOptions({
  queryKey: ['rating', 'computations'],
  queryFn: ({ signal }) => get<RatingComputation[]>(COMPUTATIONS, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some((computation) => computation.state === 'running') ? ASK_EVERY_MS : false,
  meta: { ownError: true, quiet: true },
});

export const MOVES_PAGE_SIZE = 50;

export interface MovesChoice {
  number: number;
  groupId: number;
  order: 'place' | 'rise' | 'fall';
  query: string;
  page: number;
}

/** Who moves where in a group by a computation. */
export function movesQuery({ number, groupId, order, query, page }: MovesChoice) {
  const range = { count: MOVES_PAGE_SIZE, offset: (page - 1) * MOVES_PAGE_SIZE };
  return queryOptions({
    queryKey: ['rating', 'moves', number, groupId, order, query, page],
    queryFn: ({ signal }) =>
      get<RatingMoves>(`${COMPUTATIONS}/${number}/groups/${groupId}`, {
        signal,
        query: { order, q: query, ...range },
      }),
    placeholderData: keepPreviousData,
    meta: { ownError: true },
  });
}

/** @param groupId null: all groups */
export function startComputation(groupId: number | null): Promise<RatingComputation> {
  return post(COMPUTATIONS, { groupId });
}

export function decideComputation(number: number, decision: 'store' | 'undo'): Promise<unknown> {
  return post(`${COMPUTATIONS}/${number}/${decision}`);
}

export function discardComputation(number: number): Promise<unknown> {
  return del(`${COMPUTATIONS}/${number}`);
}
