import { MAX_READ_AT_ONCE, MAX_READ_BYTES } from '@balloon/contracts/judging/comparing.ts';
import { expect, test } from 'vitest';
import { type ComparedSolution, planParts } from '#features/similarity/plan-parts.ts';

const many = (count: number, solution: Partial<ComparedSolution> = {}): ComparedSolution[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: index + 1, problemId: 1, family: 'c_cpp', bytes: 2_000, ...solution },
  }));

test('fifty thousand solutions make parts with a bound on number and bytes, and nothing is lost', () => {
  const { parts, setsNumber } = planParts(many(50_000));
  expect(setsNumber).toBe(1);
  expect(parts.flatMap(({ solutionIds }) => solutionIds)).toHaveLength(50_000);
  for (const { solutionIds } of parts) expect(solutionIds.length).toBeLessThanOrEqual(MAX_READ_AT_ONCE);
  expect(
    Math.max(...planParts(many(100, { bytes: 100_000 })).parts.map(({ solutionIds }) => solutionIds.length)),
  ).toBe(Math.floor(MAX_READ_BYTES / 100_000));
});

test('only a part of the hashes is kept where all would be too many, the same in the whole set', () => {
  expect(planParts(many(2_000)).parts.every(({ keepOneOf }) => keepOneOf === 1)).toBe(true);
  const { parts } = planParts(many(50_000));
  expect(new Set(parts.map(({ keepOneOf }) => keepOneOf))).toEqual(new Set([16]));
});

test('problems and families are compared apart, and one solution alone with nothing', () => {
  const solutions = [
    ...many(3),
    ...many(2, { family: 'python' }),
    ...many(2, { problemId: 2 }),
    ...many(1, { problemId: 3 }),
  ];
  const { parts, setsNumber } = planParts(solutions);
  expect(setsNumber).toBe(3);
  expect(
    parts.map(({ problemId, languageFamily, solutionIds }) => [
      problemId,
      languageFamily,
      solutionIds.length,
    ]),
  ).toEqual([
    [1, 'c_cpp', 3],
    [1, 'python', 2],
    [2, 'c_cpp', 2],
  ]);
});
