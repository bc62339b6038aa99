import type { InteractorProtocol } from '#interactive/interaction.ts';

/** @see testlib.h, `registerInteraction` and `enum TResult`: `interactor <input> <output> <answer>` */
export const TESTLIB_INTERACTOR: InteractorProtocol = {
  argv: ({ input, output, answer }) => [input, output, answer],
  exitCodes: {
    0: 'accepted',
    1: 'wrongAnswer',
    2: 'presentationError',
    3: 'failed',
    4: 'presentationError', // "dirt": something follows the answer
    5: 'partial', // points, in the newest versions
    7: 'partial', // points
    8: 'wrongAnswer', // the output ends too early
  },
  leaves: 'file',
};

/** @see the problem package format, "Output Validators": `validator <input> <answer> <feedback_dir/>` */
export const ICPC_INTERACTOR: InteractorProtocol = {
  argv: ({ input, answer, feedback }) => [input, answer, feedback],
  exitCodes: { 42: 'accepted', 43: 'wrongAnswer' },
  leaves: 'feedback',
};
