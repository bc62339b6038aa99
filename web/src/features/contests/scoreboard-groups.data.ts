import type { ScoreboardGroups } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { queryOptions } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';

/** Groups by which the person may filter. */
export function scoreboardGroupsQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'scoreboard groups'],
    queryFn: ({ signal }) => get<ScoreboardGroups>(`/api/contest/${contestId}/table/groups`, { signal }),
    staleTime: 60_000,
    meta: { ownError: true, quiet: true },
  });
}
