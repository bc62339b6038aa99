import type { CheckerAnswer } from '#checkers/checker.ts';

/** How a checker program is called and what its exit codes mean. */
export interface CheckerProtocol {
  /** Arguments before the flags: paths inside the checker's container. */
  argv(box: { input: string; output: string; answer: string; feedback: string }): readonly string[];
  /** What is given as standard input; nothing when absent. */
  stdin?: 'output';
  /** A code that is not listed means that the checker broke. */
  exitCodes: Readonly<Record<number, CheckerAnswer['verdict']>>;
  /** Messages, scores and what the next pass needs lie in a directory. */
  hasFeedback: boolean;
  /** Points that the words on the standard error tell; the verdict is then `partial`, whatever the exit code. */
  pointsIn?(said: string, exitCode: number): number | undefined;
}

/** `points 12.5 …` is what `quitp` says, `partially correct (30) …` what `quit(_pc(30), …)` does. */
const POINTS = /^points\s+(-?\d+(?:\.\d+)?)/;
const PARTIALLY = /^partially correct \((\d+)\)/;
const POINTS_CODES = [5, 7];

/**
 * `checker input output answer flags…`. Points come with code 7, of old versions 5. `_pc(n)` exits with n added to a
 * base that differs between builds, any code at all, so there only the words are to be trusted.
 *
 * @see testlib.h, `enum TResult` and the exit code constants
 */
export const TESTLIB: CheckerProtocol = {
  argv: ({ input, output, answer }) => [input, output, answer],
  exitCodes: {
    0: 'accepted',
    1: 'wrongAnswer',
    2: 'presentationError',
    3: 'failed',
    4: 'presentationError', // "dirt": something follows the answer
    5: 'partial', // points, of old versions
    7: 'partial', // points
    8: 'wrongAnswer', // the output ends too early
  },
  hasFeedback: false,
  pointsIn(said, exitCode) {
    const points = (PARTIALLY.exec(said) ??
      (POINTS_CODES.includes(exitCode) ? POINTS.exec(said) : null))?.[1];
    return points === undefined ? undefined : Number(points);
  },
};

/**
 * `validator input answer feedback_dir/ flags… < output`. Everything but 42 and 43 is our trouble, 0 included.
 *
 * @see Problem Package Format, "Output Validators"
 */
export const KATTIS: CheckerProtocol = {
  argv: ({ input, answer, feedback }) => [input, answer, feedback],
  stdin: 'output',
  exitCodes: { 42: 'accepted', 43: 'wrongAnswer' },
  hasFeedback: true,
};

export const CHECKER_PROTOCOLS = { testlib: TESTLIB, kattis: KATTIS } as const;

/** The content of `score.txt`; what is no number is as good as none. */
export function scoreOf({ score }: { score?: string }): number | undefined {
  if (score === undefined || score.trim() === '') return undefined;
  const points = Number(score);
  return Number.isFinite(points) ? points : undefined;
}
