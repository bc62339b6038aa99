import { KATTIS, TESTLIB } from '#checkers/protocols.ts';
import type { InteractorProtocol } from '#interactive/interaction.ts';

/**
 * Protocol of testlib.
 *
 * @see testlib.h, `registerInteraction` and `enum TResult`: `interactor <input> <output> <answer>`
 */
export const TESTLIB_INTERACTOR: InteractorProtocol = {
  argv: ({ input, output, answer }) => [input, output, answer],
  exitCodes: TESTLIB.exitCodes,
  leaves: 'file',
};

/**
 * Protocol of ICPC packages.
 *
 * @see the problem package format, "Output Validators": `validator <input> <answer> <feedback_dir/>`
 */
export const ICPC_INTERACTOR: InteractorProtocol = {
  argv: ({ input, answer, feedback }) => [input, answer, feedback],
  exitCodes: KATTIS.exitCodes,
  leaves: 'feedback',
};
