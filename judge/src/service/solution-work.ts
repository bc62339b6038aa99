import type { JudgeTask } from '@balloon/contracts/judge.ts';
import type { CompilerTrust } from '#canaries/compiler-trust.ts';
import { judgeTask, type Outcome } from '#judging/judge-solution.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import { type Delivery, judgingHooks, type Work } from '#service/work.ts';
import type { BorrowSlot, JudgingSlot, Workshop } from '#workshop/judging-slot.ts';

/**
 * Makes the work for a claimed solution. A compilation error counts only from a compiler that works.
 *
 * @param borrowSlot absent where it keeps to its own slot
 */
export function solutionWork(
  task: JudgeTask,
  api: JudgeApi,
  workshop: Workshop,
  slot: JudgingSlot,
  { compilers, borrowSlot }: { compilers: CompilerTrust; borrowSlot?: BorrowSlot | undefined },
): Work {
  const borrowing = borrowSlot ? { borrowSlot } : {};
  const { solutionId, fence } = task;
  const deliveryOf = (outcome: Outcome): Delivery => ({
    summary: summaryOf(outcome),
    send: (judgeId, signal, wish) => api.result({ judgeId, solutionId, fence, ...outcome, ...wish }, signal),
  });
  return {
    name: `Solution ${solutionId}`,
    lease: { solutionId, fence },
    first: { state: 'compiling', testNumber: 0 },
    run: async (hooks) => {
      const outcome = await judgeTask(task, workshop, slot, { ...judgingHooks(hooks), ...borrowing });
      if (outcome.verdict === 'compilationError') {
        const complaint = await compilers.complaintAbout(task.language, slot);
        if (complaint !== null) throw new Error(complaint);
      }
      return deliveryOf(outcome);
    },
    failed: (detail) =>
      deliveryOf({
        ...{ verdict: 'judgingError', testNumber: 0, timeMs: 0, memoryKb: 0, compilationError: null },
        ...{ detail, judgedBy: { compiler: 'none', mode: workshop.mode }, score: null, tests: [] },
      }),
  };
}

function summaryOf({ verdict, testNumber, timeMs, memoryKb }: Outcome): string {
  const where = testNumber === 0 ? '' : ` on test ${testNumber}`;
  return `${verdict}${where}, ${timeMs} ms, ${memoryKb} KB`;
}
