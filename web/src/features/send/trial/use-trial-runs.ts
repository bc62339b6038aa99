import type { Language } from '@balloon/contracts/problems/problems.ts';
import type { TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { useState } from 'react';
import {
  readTrialInput,
  readTrialPanel,
  type TrialPanelState,
  writeTrialInput,
  writeTrialPanel,
} from '#features/send/drafts.ts';
import {
  isInputTooLarge,
  type TrialKind,
  useCancelTrialRun,
  useStartTrialRun,
  useTrialOffer,
} from '#features/send/trial/trial.data.ts';
import { useSecondsLeft } from '#features/send/trial/use-seconds-left.ts';
import type { Draft } from '#features/send/use-draft.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { newIdempotencyKey } from '#shared/api/calls/sure-sending.ts';
import { useMe } from '#shared/api/queries/session.ts';

export interface Trying {
  contestId: number;
  letter: string;
  draft: Pick<Draft, 'program' | 'isEmpty' | 'isTooLarge'>;
  language: Language | undefined;
}

/** State of trial runs: what can be run, the present run, the results, and functions to start and cancel. */
export function useTrialRuns({ contestId, letter, draft, language }: Trying) {
  const { data: offer, error, refetch } = useTrialOffer(contestId, letter);
  const [panel, changePanel] = usePanel();
  const own = useOwnInput(contestId, letter);
  const starting = useStartTrialRun();
  const cancelling = useCancelTrialRun();
  const [started, setStarted] = useState<{
    body: string;
    key: string;
    source: string;
    runId: number | null;
  }>();
  const source = JSON.stringify(draft.program);
  const refusal = starting.error instanceof ApiError ? starting.error : null;
  const waitSec = useSecondsLeft(
    refusal?.code === 'TOO_MANY_TRIAL_RUNS' ? refusal.retryAfterSec : null,
    starting.submittedAt,
  );
  // Without samples a run is possible on own input only.
  const kind: TrialKind = offer?.samplesNumber === 0 && !panel.isChosen ? 'input' : panel.kind;
  const isRunning = starting.isPending || Boolean(offer?.unfinished);
  const canStart =
    offer?.obstacle === null &&
    language !== undefined &&
    !draft.isEmpty &&
    !draft.isTooLarge &&
    !isRunning &&
    waitSec === 0 &&
    (kind === 'samples' ? offer.samplesNumber > 0 : !isInputTooLarge(own.text));

  function start() {
    changePanel({ kind, isOpen: true, isChosen: true });
    if (!canStart || language === undefined) return;
    const input = kind === 'input' ? { input: own.text } : {};
    const run = { contestId, symbolIndex: letter, languageId: language.id, ...draft.program, ...input };
    const body = JSON.stringify(run);
    // Pressing again after a failure repeats the same start; after a run it is another one.
    const isSame = starting.isError && started?.body === body;
    const key = isSame ? started.key : newIdempotencyKey();
    setStarted({ body, key, source, runId: null });
    starting.mutate(
      { ...run, idempotencyKey: key },
      { onSuccess: ({ id }) => setStarted({ body, key, source, runId: id }) },
    );
  }

  function cancel() {
    if (offer?.unfinished && !cancelling.isPending) cancelling.mutate(offer.unfinished);
  }

  const run = offer?.latest[kind] ?? null;
  return {
    offer,
    error: offer ? null : error,
    retry: () => void refetch(),
    kind,
    isOpen: panel.isOpen,
    show: (shown: TrialKind | null) =>
      changePanel({ kind: shown ?? kind, isOpen: shown !== null, isChosen: true }),
    own,
    run,
    /** Unfinished run of either kind, possibly started elsewhere. */
    unfinished: offer?.unfinished ?? null,
    isStarting: starting.isPending,
    triesAgain: starting.isPending && starting.failureCount > 0,
    refusal: starting.isPending ? null : refusal,
    waitSec,
    canStart,
    start,
    cancel,
    /** Whether the code has changed since the run; unknown for runs before the page was loaded. */
    isOutdated: run !== null && started?.runId === run.id && started.source !== source,
  };
}

export type TrialRuns = ReturnType<typeof useTrialRuns>;
export const isUnderWay = (run: TrialRun | null): boolean => run?.state === 'waiting';

function usePanel() {
  const [panel, setPanel] = useState<TrialPanelState>(readTrialPanel);
  return [
    panel,
    (changed: TrialPanelState) => {
      writeTrialPanel(changed);
      setPanel(changed);
    },
  ] as const;
}

/** Own input of one problem; every change is stored in the browser at once, but for one that cannot be run. */
function useOwnInput(contestId: number, letter: string) {
  const { id: ownId } = useMe();
  const place = { ownId, contestId, letter };
  const [own, setOwn] = useState(() => ({ ownId, letter, text: readTrialInput(place) }));
  const isKnown = own.letter === letter && own.ownId === ownId;
  const text = isKnown ? own.text : readTrialInput(place);
  if (!isKnown) setOwn({ ownId, letter, text });
  return {
    text,
    isTooLarge: isInputTooLarge(text),
    change(newText: string) {
      if (!isInputTooLarge(newText)) writeTrialInput(place, newText);
      setOwn({ ownId, letter, text: newText });
    },
  };
}
