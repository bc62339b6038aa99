import type { JudgeTask } from '@balloon/contracts/judge.ts';
import { judgeTask, type Outcome } from '#judge-solution.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import type { Work } from '#service/work.ts';

/** Judging a claimed solution. */
export function solutionWork(task: JudgeTask, api: JudgeApi): Work<Outcome> {
  const { solutionId, fence } = task;
  return {
    name: `Solution ${solutionId}`,
    run: (workshop, slot, hooks) => judgeTask(task, workshop, slot, hooks),
    troubleOf: (detail, mode) => ({
      verdict: 'judgingError',
      testNumber: 0,
      timeMs: 0,
      memoryKb: 0,
      compilationError: null,
      detail,
      judgedBy: { compiler: 'none', mode },
      score: null,
      tests: [],
    }),
    summary: ({ verdict, testNumber, timeMs, memoryKb }) => {
      const where = testNumber === 0 ? '' : ` on test ${testNumber}`;
      return `${verdict}${where}, ${timeMs} ms, ${memoryKb} KB`;
    },
    progress: (judgeId, step, signal) => api.progress({ judgeId, solutionId, fence, ...step }, signal),
    result: (judgeId, outcome, signal) => api.result({ judgeId, solutionId, fence, ...outcome }, signal),
    release: (judgeId, signal) => api.release({ judgeId, solutionId, fence }, signal),
  };
}
