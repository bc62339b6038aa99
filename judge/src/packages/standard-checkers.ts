import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';

const IN_ANY_CASE: CheckerSpec = {
  kind: 'kattis',
  caseSensitive: false,
  spaceSensitive: false,
  absolute: null,
  relative: null,
};
const within = (tolerance: number): CheckerSpec => ({
  kind: 'floats',
  absolute: tolerance,
  relative: tolerance,
});

/** Own comparisons that equal standard checkers of testlib; checkers that do more than compare are not listed. */
const STAND_INS = new Map<string, CheckerSpec>([
  ['wcmp', { kind: 'tokens' }],
  ['hcmp', { kind: 'tokens' }],
  ['icmp', { kind: 'tokens' }],
  ['ncmp', { kind: 'tokens' }],
  ['lcmp', { kind: 'tokens' }],
  ['fcmp', { kind: 'exact' }],
  ['yesno', IN_ANY_CASE],
  ['nyesno', IN_ANY_CASE],
  ['rcmp4', within(1e-4)],
  ['rcmp6', within(1e-6)],
  ['rcmp9', within(1e-9)],
]);

/**
 * Returns our own comparison in place of a standard checker that cannot be compiled, by its name without `std::` and
 * ending.
 *
 * @see the checkers folder of testlib
 */
export function standInFor(standardName: string): CheckerSpec | null {
  return STAND_INS.get(standardName) ?? null;
}
