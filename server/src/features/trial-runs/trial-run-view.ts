import type { TrialResult, TrialRun } from '@balloon/contracts/trial-runs.ts';
import { problemIndex } from '@balloon/domain/problem-index.ts';
import type { StoredTrialRun } from '#features/trial-runs/trial-runs.queries.ts';

/** Renders a run for its author. */
export function renderTrialRun(stored: StoredTrialRun): TrialRun {
  const { id, contestId, languageId, createdAtMs, finishedAtMs, state } = stored;
  return {
    id,
    contestId,
    symbolIndex: stored.position === null ? '' : problemIndex(stored.position),
    languageId,
    on: stored.isOnSamples ? 'samples' : 'input',
    createdAtMs,
    finishedAtMs,
    state,
    progress: progressOf(stored),
    result: stored.result as TrialResult | null,
  };
}

function progressOf({ step, testNumber, testsNumber }: StoredTrialRun): TrialRun['progress'] {
  if (step === null) return null;
  return { state: step, testNumber: testNumber ?? 0, testsNumber };
}
