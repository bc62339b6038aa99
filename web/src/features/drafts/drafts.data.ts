import type { ComparedDrafts, ContestDrafts, DraftTimeline } from '@balloon/contracts/hall/drafts.ts';
import { queryOptions } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';

const path = (contestId: number) => `/api/admin/contests/${contestId}/drafts`;

/** Lists of whom drafts of which problems are kept. */
export const draftsQuery = (contestId: number) =>
  queryOptions({
    queryKey: ['drafts', contestId],
    queryFn: ({ signal }) => get<ContestDrafts>(path(contestId), { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });

export interface DraftOf {
  contestId: number;
  userId: number;
  letter: string;
}

/** How a program came to be. */
export const timelineQuery = ({ contestId, userId, letter }: DraftOf) =>
  queryOptions({
    queryKey: ['drafts', contestId, userId, letter],
    queryFn: ({ signal }) => get<DraftTimeline>(`${path(contestId)}/${userId}/${letter}`, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });

/** A snapshot beside the one before it. */
export const comparedDraftsQuery = (
  { contestId, userId, letter }: DraftOf,
  { takenAtMs, memberId = 0 }: { takenAtMs: number; memberId?: number | undefined },
) =>
  queryOptions({
    queryKey: ['drafts', contestId, userId, letter, takenAtMs, memberId],
    queryFn: ({ signal }) =>
      get<ComparedDrafts>(`${path(contestId)}/${userId}/${letter}/${takenAtMs}`, {
        signal,
        query: { memberId },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true },
  });
