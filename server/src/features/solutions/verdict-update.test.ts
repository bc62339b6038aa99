import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { expect, test } from 'vitest';
import { interimUpdate } from '#features/solutions/verdict-update.ts';

test('a step that is told after the verdict was stored shows nothing of it', () => {
  const judged = {
    ...{ id: 7, verdictId: 2, verdictGotAtMs: 1000, compilationError: 'line 1: oops' },
    ...{ testNumber: 3, executionTime: 0.5, memory: 4096 },
  } as Solution;
  const step = { solutionId: 7, contestId: 1, testNumber: 3, testsNumber: 9, attempt: 1 };
  for (const state of ['testing', 'queued'] as const) {
    expect(interimUpdate(judged, { ...step, state } as Parameters<typeof interimUpdate>[1])).toMatchObject({
      ...{ id: 7, verdictId: null, verdictGotAtMs: null, compilationError: null },
      ...{ testNumber: 0, executionTime: 0, memory: 0 },
    });
  }
});
