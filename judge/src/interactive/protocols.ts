import { KATTIS_EXIT_CODES, TESTLIB_EXIT_CODES } from '#interactive/exit-codes.ts';
import type { InteractorProtocol } from '#interactive/interaction.ts';

/**
 * Protocol of testlib.
 *
 * @see testlib.h, `registerInteraction` and `enum TResult`: `interactor <input> <output> <answer>`
 */
export const TESTLIB_INTERACTOR: InteractorProtocol = {
  argv: ({ input, output, answer }) => [input, output, answer],
  exitCodes: TESTLIB_EXIT_CODES,
  leaves: 'file',
};

/**
 * Protocol of ICPC packages.
 *
 * @see the problem package format, "Output Validators": `validator <input> <answer> <feedback_dir/>`
 */
export const ICPC_INTERACTOR: InteractorProtocol = {
  argv: ({ input, answer, feedback }) => [input, answer, feedback],
  exitCodes: KATTIS_EXIT_CODES,
  leaves: 'feedback',
};
