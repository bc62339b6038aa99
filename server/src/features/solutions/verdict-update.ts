import type { VerdictUpdated } from '@balloon/contracts/socket/events.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import type { AnnouncementTypes } from '#realtime/announcements.ts';

/** Text that older clients show beside the spinner. */
const STEP_NAMES = { compiling: 'Compiling', testing: 'Testing' } as const;

/** A step may be told when the verdict is stored already, so what the row holds is not of this step. */
const NO_RESULT = {
  verdictId: null,
  verdictGotAtMs: null,
  compilationError: null,
  testNumber: 0,
  executionTime: 0,
  memory: 0,
} as const;

/** Update for a step of judging. Back in the queue it has no verdict, only the number of the attempt. */
export function interimUpdate(
  { verdict: _, shownVerdict: _shown, ...solution }: Solution,
  { state, testNumber, testsNumber, attempt, outside }: AnnouncementTypes['solution.progress'],
): VerdictUpdated {
  const progress = { state, testNumber, testsNumber, ...(outside ? { outside } : {}) };
  const update = { ...solution, ...NO_RESULT, progress };
  if (state === 'queued') return { ...update, _currentAttempt: attempt };
  const name = STEP_NAMES[state];
  return {
    ...update,
    verdict: { id: null, isTerminal: false, name, testNumber, executionTime: 0, memory: 0 },
  };
}

/** Update for a verdict; `undefined` when the solution has none, because it was reset since. */
export function finalUpdate({ verdict, ...solution }: Solution): VerdictUpdated | undefined {
  if (!verdict) return undefined;
  const { testNumber, executionTime, memory, compilationError } = solution;
  return {
    ...solution,
    verdict: {
      id: verdict.id,
      isTerminal: true,
      name: verdict.name,
      testNumber,
      executionTime,
      memory,
      ...(compilationError === null ? {} : { compilationError }),
    },
  };
}
