import type { InteractorDecision } from '#interactive/interaction.ts';

/**
 * Verdicts of testlib's exit codes, for checkers and interactors.
 *
 * @see testlib.h, `enum TResult` and the exit code constants
 */
export const TESTLIB_EXIT_CODES = {
  0: 'accepted',
  1: 'wrongAnswer',
  2: 'presentationError',
  3: 'failed',
  4: 'presentationError', // "dirt": text after the answer
  5: 'partial', // points, in old versions
  7: 'partial', // points
  8: 'wrongAnswer', // the output ends too early
} as const satisfies Record<number, InteractorDecision>;

/** Verdicts of the exit codes of output validators, for checkers and interactors of ICPC packages. */
export const KATTIS_EXIT_CODES = {
  42: 'accepted',
  43: 'wrongAnswer',
} as const satisfies Record<number, InteractorDecision>;
