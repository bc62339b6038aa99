import type { JudgeTask, RejudgeTask } from '@balloon/contracts/judging/judge.ts';
import type { CompilerTrust } from '#canaries/compiler-trust.ts';
import { type JudgingJob, judgeTask, type Outcome } from '#judging/judge-solution.ts';
import type { BorrowSlot, JudgingSlot } from '#run/judging-slot.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import { type Delivery, judgingHooks, type Work } from '#service/work.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** What solutions need beside a slot. */
interface Means {
  compilers: CompilerTrust;
  /** Absent where a solution keeps to its own slot. */
  borrowSlot?: BorrowSlot | undefined;
}

/** Makes the work for a claimed solution. A compilation error counts only from a compiler that works. */
export function solutionWork(
  task: JudgeTask,
  api: JudgeApi,
  workshop: Workshop,
  slot: JudgingSlot,
  means: Means,
): Work {
  const { solutionId, fence, isStoredLater = false } = task;
  const work = judgingWork(
    task,
    { workshop, slot, ...means },
    {
      name: `Solution ${solutionId}`,
      lease: { solutionId, fence },
      send: (outcome, judgeId, signal, wish) =>
        api.result({ judgeId, solutionId, fence, ...outcome, ...wish }, signal),
    },
  );
  return { ...work, isStoredLater };
}

/** Makes the work for a judging beside the verdict. */
export function rejudgeWork(
  task: RejudgeTask,
  api: JudgeApi,
  workshop: Workshop,
  slot: JudgingSlot,
  means: Means,
): Work {
  const { rejudgingRunId, fence } = task;
  return judgingWork(
    { ...task, purpose: 'verdict', excerptBytes: 0 },
    { workshop, slot, ...means },
    {
      name: `Rejudging ${rejudgingRunId}`,
      lease: { rejudgingRunId, fence },
      send: (outcome, judgeId, signal, wish) =>
        api.rejudgeResult({ judgeId, rejudgingRunId, fence, ...outcome, ...wish }, signal),
    },
  );
}

interface JudgingRoom extends Means {
  workshop: Workshop;
  slot: JudgingSlot;
}

interface Errand extends Pick<Work, 'name' | 'lease'> {
  send(outcome: Outcome, ...rest: Parameters<Delivery['send']>): ReturnType<Delivery['send']>;
}

function judgingWork(
  job: JudgingJob,
  { workshop, slot, compilers, borrowSlot }: JudgingRoom,
  { name, lease, send }: Errand,
): Work {
  const borrowing = borrowSlot ? { borrowSlot } : {};
  const deliveryOf = (outcome: Outcome): Delivery => ({
    summary: summaryOf(outcome),
    send: (...call) => send(outcome, ...call),
  });
  return {
    ...{ name, lease },
    first: { state: 'compiling', testNumber: 0 },
    run: async (hooks) => {
      const outcome = await judgeTask(job, workshop, slot, { ...judgingHooks(hooks), ...borrowing });
      if (outcome.verdict === 'compilationError') {
        const complaint = await compilers.complaintAbout(job.language, slot, job.options);
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
