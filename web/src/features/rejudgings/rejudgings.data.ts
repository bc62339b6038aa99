import type {
  RejudgingDetail,
  RejudgingList,
  RejudgingPreview,
} from '@balloon/contracts/solutions/rejudgings.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { choiceQuery, type RejudgingChoice } from '#features/rejudgings/rejudgings.url.ts';
import { get, post } from '#shared/api/calls/api.ts';
import { UnansweredKeys } from '#shared/api/calls/sure-sending.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

/** Interval of asking while judges are at it: results are secrets of the jury, so no socket event tells of them. */
const ASK_EVERY_MS = 2_000;

const path = (contestId: number) => `/api/admin/contests/${contestId}/rejudgings`;
const key = (contestId: number) => ['admin', 'contests', contestId, 'rejudgings'] as const;

export function rejudgingsQuery(contestId: number) {
  return queryOptions({
    queryKey: [...key(contestId), 'list'],
    queryFn: ({ signal }) => get<RejudgingList>(path(contestId), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.rejudgings.some((one) => one.state === 'judging') ? ASK_EVERY_MS : false,
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

export function rejudgingQuery(contestId: number, rejudgingId: number) {
  return queryOptions({
    queryKey: [...key(contestId), rejudgingId],
    queryFn: ({ signal }) => get<RejudgingDetail>(`${path(contestId)}/${rejudgingId}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'judging' ? ASK_EVERY_MS : false),
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

/** How many solutions a choice has. */
export function previewQuery(contestId: number, choice: RejudgingChoice) {
  const query = choiceQuery(choice);
  return queryOptions({
    queryKey: [...key(contestId), 'preview', query],
    queryFn: ({ signal }) => get<RejudgingPreview>(`${path(contestId)}/preview${query}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

const unanswered = new UnansweredKeys();

/** Starts a rejudging; the same one when it is sent again after a lost answer. */
export function useStarting(contestId: number) {
  const store = useStoring(contestId);
  return useMutation({
    mutationFn: async ({ choice, ...body }: { choice: RejudgingChoice; reason: string; repeats: number }) => {
      const place = `${path(contestId)}${choiceQuery(choice)}`;
      const idempotencyKey = unanswered.keyFor(place, body);
      const started = await post<RejudgingDetail>(place, { ...body, idempotencyKey });
      unanswered.taken(place, idempotencyKey);
      return started;
    },
    onSuccess: store,
  });
}

/** Applies or cancels; after a refusal the rejudging is read again. */
export function useEnding(contestId: number, rejudgingId: number) {
  const queryClient = useQueryClient();
  const store = useStoring(contestId);
  return useMutation({
    mutationFn: (what: 'apply' | 'cancel') =>
      post<RejudgingDetail>(`${path(contestId)}/${rejudgingId}/${what}`),
    onSuccess: store,
    onError: () => queryClient.invalidateQueries({ queryKey: key(contestId) }),
  });
}

function useStoring(contestId: number) {
  const queryClient = useQueryClient();
  return (detail: RejudgingDetail) => {
    changeLoaded(queryClient, rejudgingQuery(contestId, detail.id).queryKey, detail);
    return queryClient.invalidateQueries({ queryKey: rejudgingsQuery(contestId).queryKey });
  };
}
