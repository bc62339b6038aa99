import type { TrialTask } from '@balloon/contracts/judging/judge.ts';
import { type TrialOutcome, tryOut } from '#judging/try-out.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import { type Delivery, judgingHooks, type Work } from '#service/work.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Time in ms within which a cancelled run must be noticed, because solutions wait for its slot. */
const HEARS_WITHIN_MS = 1_000;

/** Makes the work for a claimed trial run. */
export function trialWork(task: TrialTask, api: JudgeApi, workshop: Workshop, slot: JudgingSlot): Work {
  const { trialRunId, fence } = task;
  const deliveryOf = (outcome: TrialOutcome): Delivery => ({
    summary: `${outcome.end}, ${outcome.tests.length} runs`,
    send: (judgeId, signal, wish) =>
      api.trialResult({ judgeId, trialRunId, fence, ...outcome, ...wish }, signal),
  });
  return {
    name: `Trial run ${trialRunId}`,
    lease: { trialRunId, fence },
    first: { state: 'compiling', testNumber: 0 },
    hearsWithinMs: HEARS_WITHIN_MS,
    run: async (hooks) => deliveryOf(await tryOut(task, workshop, slot, judgingHooks(hooks))),
    failed: (detail) =>
      deliveryOf({
        ...{ end: 'failed', detail, compilationError: null, tests: [] },
        judgedBy: { compiler: 'none', mode: workshop.mode },
      }),
  };
}
