import { MAX_TRIAL_INPUT_BYTES } from '@balloon/contracts/solution-limits.ts';
import type { TrialOffer, TrialRun, TrialRunChanged } from '@balloon/contracts/trial-runs.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { del, get, post } from '#shared/api.ts';
import { useSocketEvent } from '#shared/socket.ts';
import { isConnectionTrouble } from '#shared/sure-sending.ts';

export type TrialKind = TrialRun['on'];

/** What a run is about; more than one screen of a person may look at it. */
const trialsKey = (contestId: number) => ['contest', contestId, 'trial-runs'];

/** The place in the queue is told to nobody, so it is asked for. */
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

/** What can be tried on a problem and what came of it, kept current while judges report. */
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
  const stepped = (run: TrialRun | null) =>
    run?.id === id ? { ...run, progress: progress && { ...progress, ahead: null } } : run;
  const { samples, input } = offer.latest;
  return { ...offer, latest: { samples: stepped(samples), input: stepped(input) } };
}

export interface NewTrialRun {
  contestId: number;
  symbolIndex: string;
  languageId: number;
  solution: string;
  /** Absent: on the samples. */
  input?: string;
  idempotencyKey: string;
}

const MAX_TRIES = 5;

/** Starts a run; a lost connection is tried again by itself with the same key. */
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
      queryClient.setQueryData(queryKey, (offer) => offer && withRun(offer, run));
    },
    // Refused, perhaps because another window of the person runs something: look what.
    onError: (_error, { contestId }) => queryClient.invalidateQueries({ queryKey: trialsKey(contestId) }),
  });
}

/** News of a run may have come before the answer that it is there. */
function withRun(offer: TrialOffer, run: TrialRun): TrialOffer {
  if (offer.latest[run.on]?.id === run.id) return offer;
  const unfinished = run.state === 'waiting' ? run : offer.unfinished;
  return { ...offer, latest: { ...offer.latest, [run.on]: run }, unfinished };
}

/** Calls a run off. */
export function useCancelTrialRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contestId, id }: Pick<TrialRun, 'contestId' | 'id'>) =>
      del<TrialRun>(`/api/contest/${contestId}/trial-runs/${id}`),
    meta: { quiet: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['contest'], predicate: isTrials }),
  });
}

/** The run may have been of another contest. */
const isTrials = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === 'trial-runs';

export function isInputTooLarge(input: string): boolean {
  return new TextEncoder().encode(input).length > MAX_TRIAL_INPUT_BYTES;
}
