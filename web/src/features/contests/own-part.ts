import type { OwnParts } from '@balloon/contracts/contests.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { contestQuery } from '#features/contests/contests.data.ts';
import { get, post } from '#shared/api/calls/api.ts';
import { useMe } from '#shared/api/queries/session.ts';

/** The part that a member of teams takes in a contest, and those that they may take. */
export function ownPartsQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'part'],
    queryFn: ({ signal }) => get<OwnParts>(`/api/contest/${contestId}/part`, { signal }),
    meta: { quiet: true },
  });
}

/** Takes part as a team, or with null as oneself; joins the contest where that participant has not. */
export const choosePart = (contestId: number, teamId: number | null): Promise<OwnParts> =>
  post(`/api/contest/${contestId}/part`, { teamId });

/** Whether there is anything to choose between. */
export const hasChoice = ({ teams, isJoined, mayJoin }: OwnParts): boolean =>
  teams.length + (isJoined || mayJoin ? 1 : 0) > 1;

/** The id of the account as which the person takes part: of a team, or their own. */
export function useOwnParticipantId(contestId: number | null): number {
  const { id } = useMe();
  const { data } = useQuery({ ...contestQuery(contestId ?? 0), enabled: contestId !== null });
  return (contestId !== null && data?.ownTeam?.id) || id;
}
