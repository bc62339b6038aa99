import type { Group } from '@balloon/contracts/contests.ts';
import type {
  RatedGroup,
  RatingHistory,
  RatingTable,
  ScoreTable,
  ScoreTableQuestion,
} from '@balloon/contracts/ratings/ratings.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

/** Groups whose ratings the person may see. */
export const ratedGroupsQuery = queryOptions({
  queryKey: ['rating', 'groups'],
  queryFn: ({ signal }) => get<RatedGroup[]>('/api/user/rating/groups', { signal }),
  meta: { ownError: true },
});

/** Rated people of a group, best first. */
export function ratingTableQuery(groupId: number) {
  return queryOptions({
    queryKey: ['rating', 'table', groupId],
    queryFn: ({ signal }) => get<RatingTable>('/api/user/rating/table', { signal, query: { groupId } }),
    meta: { ownError: true },
  });
}

/** Groups of a user, as far as the person may see them. */
export function groupsOfUserQuery(userId: number) {
  return queryOptions({
    queryKey: ['rating', 'groupsOf', userId],
    queryFn: ({ signal }) => get<Group[]>(`/api/user/${userId}/groups`, { signal }),
    meta: { ownError: true },
  });
}

export function ratingHistoryQuery(userId: number, groupId: number) {
  return queryOptions({
    queryKey: ['rating', 'history', userId, groupId],
    queryFn: ({ signal }) => get<RatingHistory>('/api/user/rating', { signal, query: { userId, groupId } }),
    meta: { ownError: true },
  });
}

/** Empty history of a user who shares no group with the person, and whether the user has groups at all. */
export function historyWithoutGroupQuery(userId: number) {
  return queryOptions({
    queryKey: ['rating', 'history', userId],
    queryFn: ({ signal }) => get<RatingHistory>('/api/user/rating', { signal, query: { userId } }),
    meta: { ownError: true },
  });
}

/** Solved problems of participants over contests, with points per problem. */
export function scoreTableQuery(question: ScoreTableQuestion) {
  return queryOptions({
    queryKey: ['rating', 'scores', question],
    queryFn: ({ signal }) => post<ScoreTable>('/api/admin/ratingTable', question, { signal }),
    placeholderData: keepPreviousData,
    meta: { ownError: true },
  });
}
