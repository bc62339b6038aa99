import { type JudgingRules, MAX_OUTPUT_LIMIT_KB } from '@balloon/contracts/judging/testset.ts';
import { expect, test } from 'vitest';
import { outputLimitFor, statedOutputLimit } from '#packages/make-rules.ts';

const GB = 1024 ** 3;

test('the output limit is the stated one, up to what a package may have', () => {
  expect(statedOutputLimit(null, GB)).toBe(64 * 1024);
  expect(statedOutputLimit(1024 ** 2, GB)).toBe(1024 ** 2);
  expect(() => statedOutputLimit(1024 ** 2 + 1, GB)).toThrow(/1 GB are the most here.*PACKAGE_MAX_GB/);
  expect(() => statedOutputLimit(17 * 1024 ** 2, 32 * GB)).toThrow(/is 17 GB, and 16 GB are the most/);
});

test('an answer of gigabytes widens it, up to what a problem may have', () => {
  const rules = { outputLimitKb: 64 * 1024 } as JudgingRules;
  const withAnswer = (bytes: number) =>
    outputLimitFor(rules, [{ answer: { sha256: '', bytes, path: '' } }]).outputLimitKb;
  expect([1, GB, 12 * GB].map(withAnswer)).toEqual([64 * 1024, 2 * 1024 ** 2, MAX_OUTPUT_LIMIT_KB]);
});
