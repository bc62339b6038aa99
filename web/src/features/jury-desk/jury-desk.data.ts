import type { JuryDesk } from '@balloon/contracts/hall/jury-desk.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';
import { useDeskRoom, useSocketEvent } from '#shared/api/live/socket.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { useMe } from '#shared/api/queries/session.ts';

const deskQuery = (contestId: number) =>
  queryOptions({
    queryKey: ['contest', contestId, 'desk'],
    queryFn: ({ signal }) => get<JuryDesk>(`/api/admin/contests/${contestId}/desk`, { signal }),
    meta: { ownError: true, quiet: true },
  });

/** Sits down at the desk of a contest: others see which solution is open here, and the desk is kept current. */
export function useDesk(contestId: number, solutionId: number | null): void {
  const queryClient = useQueryClient();
  useDeskRoom(contestId, solutionId);
  useSocketEvent('jury desk', (desk) => {
    if (desk.contestId === contestId) changeLoaded(queryClient, deskQuery(contestId).queryKey, desk);
  });
}

/** What a solution is to the other supervisors. */
export interface DeskPlace {
  /** Who has it open beside this person. */
  looking: PublicUser[];
  takenBy: PublicUser | null;
  isMine: boolean;
}

/** What the desk says of a solution; nothing before somebody sat down at it on this page. */
export function useDeskPlace(contestId: number, solutionId: number): DeskPlace {
  const me = useMe();
  const { data } = useQuery({ ...deskQuery(contestId), enabled: false });
  const takenBy = data?.takes.find((take) => take.solutionId === solutionId)?.user ?? null;
  const looks = data?.looks.filter((look) => look.solutionId === solutionId && look.user.id !== me.id);
  return { looking: looks?.map(({ user }) => user) ?? [], takenBy, isMine: takenBy?.id === me.id };
}

/** Takes a solution, or gives it back. */
export function useTake(contestId: number, solutionId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isTaken: boolean) => post<JuryDesk>(`/api/admin/solutions/${solutionId}/taken`, { isTaken }),
    onSuccess: (desk) => changeLoaded(queryClient, deskQuery(contestId).queryKey, desk),
  });
}

export const nameOf = ({ fullName, username }: PublicUser) => fullName || username;
