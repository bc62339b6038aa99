import { MAX_TRIAL_INPUT_BYTES } from '@balloon/contracts/judging/solution-limits.ts';
import type { TrialOffer, TrialRun, TrialRunChanged } from '@balloon/contracts/solutions/trial-runs.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentProgram } from '#features/send/use-draft.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

export type TrialKind = TrialRun['on'];

/** Key of all trial runs of a contest; several screens of a person may show the same run. */
const trialsKey = (contestId: number) => ['contest', contestId, 'trial-runs'];

/** Interval of fetching the place in the queue, which no event reports. */
const ASK_EVERY_MS = 3_000;

function trialOfferQuery(contestId: number, letter: string) {
  return queryOptions({
    queryKey: [...trialsKey(contestId), letter],
    queryFn: ({ signal }) =>
      get<TrialOffer>(`/api/contest/${contestId}/trial-runs`, { query: { symbolIndex: letter }, signal }),
    refetchInterval: ({ state }) => (state.data?.unfinished ? ASK_EVERY_MS : false),
    meta: { quiet: true, ownError: true },
  });
}

/** Available trial runs of a problem and their results, kept current while judges report. */
export function useTrialOffer(contestId: number, letter: string) {
  const queryClient = useQueryClient();
  const query = trialOfferQuery(contestId, letter);
  useSocketEvent('trial run changed', (change) => {
    if (change.contestId !== contestId) return;
    const offer = queryClient.getQueryData(query.queryKey);
    const isStep = change.state === 'waiting' && change.progress?.state !== 'queued';
    if (isStep && offer?.unfinished?.id === change.id) {
      queryClient.setQueryData(query.queryKey, withStep(offer, change));
    } else void queryClient.invalidateQueries({ queryKey: trialsKey(contestId) });
  });
  return useQuery(query);
}

function withStep(offer: TrialOffer, { id, progress }: TrialRunChanged): TrialOffer {
  const stepped = (run: TrialRun | null) => (run?.id === id ? { ...run, progress } : run);
  const { samples, input } = offer.latest;
  return { ...offer, latest: { samples: stepped(samples), input: stepped(input) } };
}

export type NewTrialRun = SentProgram & {
  contestId: number;
  symbolIndex: string;
  languageId: number;
  /** Own input; absent for a run on the samples. */
  input?: string;
  idempotencyKey: string;
};

const MAX_TRIES = 5;

/** Starts a run; retries after a lost connection with the same key. */
export function useStartTrialRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contestId, ...body }: NewTrialRun) =>
      post<TrialRun>(`/api/contest/${contestId}/trial-runs`, body),
    retry: (failures, error) => failures < MAX_TRIES && isConnectionTrouble(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
    networkMode: 'always',
    meta: { quiet: true, ownError: true },
    onSuccess: (run, { contestId, symbolIndex }) => {
      const { queryKey } = trialOfferQuery(contestId, symbolIndex);
      changeLoaded(queryClient, queryKey, (offer) => offer && withRun(offer, run));
    },
    // Refused, perhaps because another window of the person has a run: fetches the present state.
    onError: (_error, { contestId }) => queryClient.invalidateQueries({ queryKey: trialsKey(contestId) }),
  });
}

/** Adds a started run, unless an event that came before the answer has added it. */
function withRun(offer: TrialOffer, run: TrialRun): TrialOffer {
  if (offer.latest[run.on]?.id === run.id) return offer;
  const unfinished = run.state === 'waiting' ? run : offer.unfinished;
  return { ...offer, latest: { ...offer.latest, [run.on]: run }, unfinished };
}

/** Cancels a run. */
export function useCancelTrialRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contestId, id }: Pick<TrialRun, 'contestId' | 'id'>) =>
      del<TrialRun>(`/api/contest/${contestId}/trial-runs/${id}`),
    meta: { quiet: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['contest'], predicate: isTrials }),
  });
}

/** Matches all contests, since the run may have been of another one. */
const isTrials = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === 'trial-runs';

export function isInputTooLarge(input: string): boolean {
  return new TextEncoder().encode(input).length > MAX_TRIAL_INPUT_BYTES;
}
