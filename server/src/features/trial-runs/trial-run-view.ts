import type { TrialResult, TrialRun, TrialTest } from '@balloon/contracts/solutions/trial-runs.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { joinedVerdict } from '@balloon/domain/judging/joined-verdicts.ts';
import { seesPreciseVerdicts } from '#features/solutions/solution-view.ts';
import type { StoredTrialRun } from '#features/trial-runs/trial-runs.queries.ts';

/** Renders a run for its author, `viewer`. */
export function renderTrialRun(stored: StoredTrialRun, viewer: { accessMask: number }): TrialRun {
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
    result: resultFor(stored, viewer),
  };
}

function resultFor(stored: StoredTrialRun, viewer: { accessMask: number }): TrialResult | null {
  const result = stored.result as TrialResult | null;
  if (result === null || seesPreciseVerdicts(viewer, stored)) return result;
  return { ...result, tests: result.tests.map(withJoinedVerdict) };
}

/** A test without what tells which of the joined verdicts it was. */
const withJoinedVerdict = (test: TrialTest): TrialTest => ({
  ...test,
  verdictId: test.verdictId === null ? null : joinedVerdict(test.verdictId),
  ...{ comment: null, exitCode: null, signal: null },
});

function progressOf({ step, testNumber, testsNumber }: StoredTrialRun): TrialRun['progress'] {
  if (step === null) return null;
  return { state: step, testNumber: testNumber ?? 0, testsNumber };
}
