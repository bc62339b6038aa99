/**
 * What makes judging fail, as far as the words of a judge tell: a program of the problem's author, tests that are missing,
 * a solution that judges fall silent over, or a judge itself.
 */
export type FaultCause = 'checker' | 'interactor' | 'tests' | 'silence' | 'judge';

const BEGINNINGS: readonly (readonly [RegExp, FaultCause])[] = [
  [/^(the )?checker\b/i, 'checker'],
  [/^this judge does not have the checker's /, 'checker'],
  [/^(the )?interactor\b/i, 'interactor'],
  [/^this judge does not have the interactor's /, 'interactor'],
  [/^the problem's own program\b/, 'checker'],
  [/^the problem has no tests\b/i, 'tests'],
  [/^quarantined\b/i, 'silence'],
];

/** Tells the cause by the beginning of the words, since what follows may be an author's or a participant's. */
export function faultCause(detail: string): FaultCause {
  return BEGINNINGS.find(([beginning]) => beginning.test(detail))?.[1] ?? 'judge';
}
