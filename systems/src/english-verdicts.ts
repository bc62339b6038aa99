import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';

/** Words of verdicts that old sites have in common, in lower case. */
export const ENGLISH_VERDICTS = {
  'wrong answer': 'wrongAnswer',
  'compilation error': 'compilationError',
  'runtime error': 'runtimeError',
  'presentation error': 'presentationError',
  'output limit exceeded': 'outputLimit',
  'time limit exceeded': 'timeLimit',
  'memory limit exceeded': 'memoryLimit',
  'idleness limit exceeded': 'idlenessLimit',
  'restricted function': 'restrictedFunction',
} as const satisfies Record<string, VerdictKey>;
