import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { Expectation } from '@balloon/packages/problem-package.ts';
import { expect, test } from 'vitest';
import { type Agreement, agreementOf, shortExpectation } from '#packages/agreement.ts';

const label = (verdicts: readonly VerdictKey[], differing: Partial<Expectation> = {}): Expectation => ({
  verdicts,
  isStrict: false,
  score: null,
  isPartial: false,
  isSkipped: false,
  countsForTimeLimit: false,
  ...differing,
});

const ACCEPTED = label(['accepted']);
const WRONG = label(['wrongAnswer']);
const SLOW = label(['timeLimit', 'idlenessLimit']);
const SLOW_OR_ACCEPTED = label(['timeLimit', 'accepted']);
const STRICTLY_WRONG = label(['wrongAnswer'], { isStrict: true });

test.each<[string, Expectation, VerdictKey[], boolean, Agreement]>([
  ['all pass', ACCEPTED, ['accepted', 'accepted'], true, 'yes'],
  ['passes so far', ACCEPTED, ['accepted'], false, 'open'],
  ['one failure settles it', ACCEPTED, ['accepted', 'wrongAnswer'], false, 'no'],
  ['the label is shown', WRONG, ['accepted', 'wrongAnswer'], false, 'yes'],
  ['another failure first', SLOW, ['wrongAnswer', 'timeLimit'], false, 'yes'],
  ['only another failure so far', SLOW, ['wrongAnswer'], false, 'open'],
  ['never shown', SLOW, ['wrongAnswer', 'accepted'], true, 'no'],
  ['idle counts as slow', SLOW, ['idlenessLimit'], false, 'yes'],
  ['wrong but passes', WRONG, ['accepted'], true, 'no'],
  ['either: passes', SLOW_OR_ACCEPTED, ['accepted', 'accepted'], true, 'yes'],
  ['either: slow', SLOW_OR_ACCEPTED, ['accepted', 'timeLimit'], true, 'yes'],
  ['either: neither', SLOW_OR_ACCEPTED, ['timeLimit', 'wrongAnswer'], false, 'no'],
  ['strict: other failures are not allowed', STRICTLY_WRONG, ['wrongAnswer', 'runtimeError'], false, 'no'],
  ['strict: goes on to the end', STRICTLY_WRONG, ['wrongAnswer'], false, 'open'],
  ['strict: shown', STRICTLY_WRONG, ['accepted', 'wrongAnswer'], true, 'yes'],
  ['our own failure agrees with nothing', WRONG, ['wrongAnswer', 'judgingError'], true, 'no'],
  ['does not compile', ACCEPTED, ['compilationError'], true, 'no'],
])('%s', (_name, expectation, verdicts, isComplete, agreement) => {
  expect(agreementOf(expectation, { verdicts, isComplete, score: null, maxScore: null })).toBe(agreement);
});

const PARTIAL = label([], { isPartial: true });
const SCORED = label(['accepted'], { score: [40, 60] });

test.each<[string, Expectation, number, boolean, Agreement]>([
  ['some points', PARTIAL, 30, true, 'yes'],
  ['no points', PARTIAL, 0, true, 'no'],
  ['all points', PARTIAL, 100, true, 'no'],
  ['not yet known', PARTIAL, 30, false, 'open'],
  ['within its bounds', SCORED, 60, true, 'yes'],
  ['outside', SCORED, 61, true, 'no'],
])('score: %s', (_name, expectation, score, isComplete, agreement) => {
  const verdicts: VerdictKey[] = ['accepted', 'wrongAnswer'];
  expect(agreementOf(expectation, { verdicts, isComplete, score, maxScore: 100 })).toBe(agreement);
});

test('labels in short', () => {
  expect(shortExpectation(SLOW)).toBe('TL|IL');
  expect(shortExpectation(PARTIAL)).toBe('PARTIAL');
  expect(shortExpectation(SCORED)).toBe('SCORE 40..60');
});
