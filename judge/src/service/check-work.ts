import type { CheckTask } from '@balloon/contracts/judging/problem-checks.ts';
import { checkProblem } from '#packages/check-problem.ts';
import type { PackageBuilder } from '#service/import-work.ts';
import type { Delivery, Work, WorkHooks } from '#service/work.ts';

/** Longest `what` of a progress report in contracts/src/judging/package-import.ts. */
const WHAT_MAX = 1000;

/** Makes the work for a claimed check of a problem. */
export function checkWork(task: CheckTask, builder: PackageBuilder): Work {
  const { checkId, fence } = task;
  const { api } = builder.session;
  return {
    name: `Check ${checkId}`,
    lease: { checkId, fence },
    first: { progress: null },
    run: (hooks) => checkAndTell(task, builder, hooks),
    failed: (trouble) => ({
      summary: `failed: ${trouble}`,
      send: async (judgeId, signal) => {
        await api.release({ judgeId, checkId, fence, trouble }, signal);
        return { stored: true };
      },
    }),
  };
}

async function checkAndTell(
  task: CheckTask,
  { session, open, openSlot, blobs, gate }: PackageBuilder,
  { report, signal }: WorkHooks,
): Promise<Delivery> {
  const { checkId, fence } = task;
  const result = await checkProblem(
    task,
    { open, blobs, slot: await openSlot() },
    {
      signal,
      progress: (step) => report({ progress: { ...step, what: step.what.slice(0, WHAT_MAX) } }),
      beforeStep: () => gate.idle(signal),
    },
  );
  return {
    summary: result.compiles ? `${result.solutions.length} solutions were run` : 'does not compile',
    send: (judgeId, whileOpen) => session.api.checkResult({ judgeId, checkId, fence, result }, whileOpen),
  };
}
