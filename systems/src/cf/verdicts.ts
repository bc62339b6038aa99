import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';

/** Final verdicts of the API. What needs a human or has no place in an ACM contest is `ignored`. */
export const FINAL: ReadonlyMap<string, VerdictKey> = new Map<string, VerdictKey>([
  ['OK', 'accepted'],
  ['WRONG_ANSWER', 'wrongAnswer'],
  ['CHALLENGED', 'wrongAnswer'],
  ['COMPILATION_ERROR', 'compilationError'],
  ['RUNTIME_ERROR', 'runtimeError'],
  ['PRESENTATION_ERROR', 'presentationError'],
  ['TIME_LIMIT_EXCEEDED', 'timeLimit'],
  ['MEMORY_LIMIT_EXCEEDED', 'memoryLimit'],
  ['IDLENESS_LIMIT_EXCEEDED', 'idlenessLimit'],
  ['SECURITY_VIOLATED', 'restrictedFunction'],
  ['SKIPPED', 'ignored'],
  ['REJECTED', 'ignored'],
  ['PARTIAL', 'ignored'],
  ['FAILED', 'judgingError'],
  ['CRASHED', 'judgingError'],
  ['INPUT_PREPARATION_CRASHED', 'judgingError'],
]);

/** Verdicts that name a test: the one after those that passed. */
export const NAMES_A_TEST: ReadonlySet<VerdictKey> = new Set<VerdictKey>([
  ...(['wrongAnswer', 'runtimeError', 'presentationError', 'timeLimit'] as const),
  ...(['memoryLimit', 'idlenessLimit', 'restrictedFunction'] as const),
]);
