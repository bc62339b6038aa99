import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_INPUTS } from '#generate/all-inputs.ts';
import { compileTrusted, referenceAnswer } from '#generate/reference.ts';
import { readSampleProblems, SAMPLE_PROBLEMS_FOLDER } from '#read-sample.ts';

const problems = await readSampleProblems();
let programFolder: string;

beforeAll(async () => {
  programFolder = await mkdtemp(path.join(tmpdir(), 'sample-test-'));
});

afterAll(() => rm(programFolder, { recursive: true }));

test('every problem has its inputs here', () => {
  expect(Object.keys(PROBLEM_INPUTS)).toEqual(problems.map(({ slug }) => slug));
});

describe.each(problems)('$slug', ({ slug, tests, checker }) => {
  test('the inputs are made again byte for byte', () => {
    expect(PROBLEM_INPUTS[slug]?.make()).toEqual(tests.map(({ input }) => input.toString()));
  });

  test('the inputs keep what the statement promises', () => {
    for (const { number, input } of tests) {
      expect(() => PROBLEM_INPUTS[slug]?.validate(input.toString()), `test ${number}`).not.toThrow();
    }
  });

  test('the answers are those of the main solution', async () => {
    const source = path.join(SAMPLE_PROBLEMS_FOLDER, slug, 'solutions', 'main.cpp');
    const program = await compileTrusted(source, programFolder);
    for (const { number, input, answer } of tests) {
      const again = (await referenceAnswer(program, input)).toString();
      if (checker.kind === 'floats') {
        // Other processors may round the last digits differently.
        expect(Number(again) / Number(answer), `test ${number}`).toBeCloseTo(1, 9);
      } else {
        expect(again, `test ${number}`).toBe(answer.toString());
      }
    }
  }, 360_000);
});
