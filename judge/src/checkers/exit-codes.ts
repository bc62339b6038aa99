import type { CheckerAnswer } from '#checkers/checker.ts';

/** How a checker program is called and what its exit codes mean. */
export interface CheckerProtocol {
  /** Arguments: paths inside the checker's container. */
  argv(box: { input: string; output: string; answer: string }): readonly string[];
  /** What is given as standard input; nothing when absent. */
  stdin?: 'output';
  /** A code that is not listed means that the checker broke. */
  exitCodes: Readonly<Record<number, CheckerAnswer['verdict']>>;
}

/** @see testlib.h, `enum TResult` and the exit code constants; points count as wrong where only full marks solve */
export const TESTLIB: CheckerProtocol = {
  argv: ({ input, output, answer }) => [input, output, answer],
  exitCodes: {
    0: 'accepted',
    1: 'wrongAnswer',
    2: 'presentationError',
    3: 'failed',
    4: 'presentationError', // "dirt": something follows the answer
    5: 'wrongAnswer', // points
    7: 'wrongAnswer', // points, newer versions
    8: 'wrongAnswer', // the output ends too early
  },
};
