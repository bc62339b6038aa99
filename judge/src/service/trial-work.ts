import type { TrialTask } from '@balloon/contracts/judge.ts';
import type { TrialApi } from '#service/judge-api.ts';
import type { Work } from '#service/work.ts';
import { type TrialOutcome, tryOut } from '#try-out.ts';

/** Somebody who stops a run has solutions wait no longer than this. */
const HEARS_WITHIN_MS = 1_000;

/** Trying a claimed trial run. */
export function trialWork(task: TrialTask, api: TrialApi): Work<TrialOutcome> {
  const { trialRunId, fence } = task;
  return {
    name: `Trial run ${trialRunId}`,
    run: (workshop, slot, hooks) => tryOut(task, workshop, slot, hooks),
    troubleOf: (detail, mode) => ({
      end: 'failed',
      detail,
      compilationError: null,
      judgedBy: { compiler: 'none', mode },
      tests: [],
    }),
    hearsWithinMs: HEARS_WITHIN_MS,
    summary: ({ end, tests }) => `${end}, ${tests.length} runs`,
    progress: (judgeId, step, signal) => api.progress({ judgeId, trialRunId, fence, ...step }, signal),
    result: (judgeId, outcome, signal) => api.result({ judgeId, trialRunId, fence, ...outcome }, signal),
    release: (judgeId, signal) => api.release({ judgeId, trialRunId, fence }, signal),
  };
}
