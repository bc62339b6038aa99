import type { CheckerAnswer } from '#checkers/checker.ts';
import { KATTIS_EXIT_CODES, TESTLIB_EXIT_CODES } from '#interactive/exit-codes.ts';

/** Call of a checker program and meaning of its exit codes. */
export interface CheckerProtocol {
  /** Returns the arguments before the flags: paths inside the checker's container. */
  argv(box: { input: string; output: string; answer: string; feedback: string }): readonly string[];
  /** Content of standard input; empty when absent. */
  stdin?: 'output';
  /** Verdict for each exit code; any other code means that the checker failed. */
  exitCodes: Readonly<Record<number, CheckerAnswer['verdict']>>;
  /** Whether messages, scores and the input of the next pass lie in a feedback directory. */
  hasFeedback: boolean;
  /** Returns the points that standard error states; the verdict is then `partial`, whatever the exit code. */
  pointsIn?(said: string, exitCode: number): Pick<CheckerAnswer, 'points' | 'isPercent'> | null;
}

/** `quitp` writes `points 12.5 …`, `quit(_pc(30), …)` writes `partially correct (30) …`. */
const POINTS = /^points\s+(-?\d+(?:\.\d+)?)/;
const PARTIALLY = /^partially correct \((\d+)\)/;
const POINTS_CODES = [5, 7];

/**
 * Protocol `checker input output answer flags…`. Points come with code 7, in old versions 5. `_pc(n)`, n percents of
 * the test, exits with n added to a base that differs between builds, any code at all, so there only the text is
 * reliable.
 *
 * @see testlib.h, `enum TResult` and the exit code constants
 */
export const TESTLIB: CheckerProtocol = {
  argv: ({ input, output, answer }) => [input, output, answer],
  exitCodes: TESTLIB_EXIT_CODES,
  hasFeedback: false,
  pointsIn(said, exitCode) {
    const percents = PARTIALLY.exec(said)?.[1];
    if (percents !== undefined) return { points: Number(percents), isPercent: true };
    const points = POINTS_CODES.includes(exitCode) ? POINTS.exec(said)?.[1] : undefined;
    return points === undefined ? null : { points: Number(points) };
  },
};

/**
 * Protocol `validator input answer feedback_dir/ flags… < output`. Codes other than 42 and 43, 0 included, are faults
 * of the jury.
 *
 * @see Problem Package Format, "Output Validators"
 */
export const KATTIS: CheckerProtocol = {
  argv: ({ input, answer, feedback }) => [input, answer, feedback],
  stdin: 'output',
  exitCodes: KATTIS_EXIT_CODES,
  hasFeedback: true,
};

export const CHECKER_PROTOCOLS = { testlib: TESTLIB, kattis: KATTIS } as const;

/** Parses the content of `score.txt`; anything but a number counts as no score. */
export function scoreOf({ score }: { score?: string }): number | undefined {
  if (score === undefined || score.trim() === '') return undefined;
  const points = Number(score);
  return Number.isFinite(points) ? points : undefined;
}
