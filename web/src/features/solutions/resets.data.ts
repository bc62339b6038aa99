import type { RejudgeReply, SolutionResetList } from '@balloon/contracts/solutions/solutions.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type RejudgeScope, rejudgeMany } from '#features/solutions/deciding.data.ts';
import { get } from '#shared/api/calls/api.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';

/** Interval of asking while some are under way. */
const FOLLOW_EVERY_MS = 1_000;
/** Interval of asking otherwise: outside of the contest no socket tells that another organiser has begun one. */
const LOOK_EVERY_MS = 10_000;

/** Range of resets that are shown: those of a contest, or of all contests with a problem. */
export type ResetScope = { contestId: number } | { problemId: number };

const partsOf = (scope: ResetScope) =>
  'contestId' in scope ? (['contests', scope.contestId] as const) : (['problems', scope.problemId] as const);

export const resetsQuery = (scope: ResetScope) =>
  queryOptions({
    queryKey: ['admin', ...partsOf(scope), 'resets'],
    queryFn: ({ signal }) =>
      get<SolutionResetList>(`/api/admin/${partsOf(scope).join('/')}/solutions/resets`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.resets.some(({ isOver }) => !isOver) ? FOLLOW_EVERY_MS : LOOK_EVERY_MS,
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });

/** Many solutions that are judged again at the moment, whoever asked for it. */
export function useResets(scope: ResetScope) {
  const query = useQuery(resetsQuery(scope));
  useSocketEvent('reset solutions', (reset) => {
    const isFollowed = query.data?.resets.some(({ isOver }) => !isOver);
    const mayConcern = !('contestId' in scope) || reset.contestId === scope.contestId;
    if (mayConcern && !isFollowed) void query.refetch();
  });
  return query.data?.resets ?? [];
}

/** Puts solutions into the queue again; the function returns what to say of it. */
export function useRejudging(contestId: number) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return async (scope: Omit<RejudgeScope, 'contestId'>): Promise<string> => {
    const { count, resetId }: RejudgeReply = await rejudgeMany({ ...scope, contestId });
    if (resetId === undefined) return t('deciding.manyDone', { count });
    await queryClient.invalidateQueries(resetsQuery({ contestId }));
    return t('deciding.manyBegun', { count });
  };
}
