import { LANGUAGES, NEEDED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import type { SampleChecker, SampleProblem } from '@balloon/sample/sample-problem.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { shareHeaders } from '#testing/shared-headers.ts';
import { startTestJudge, type TestProblem } from '#testing/test-workshop.ts';

/** Checks that each reference solution of the sample contest gets the verdict that its folder promises. */
const judge = await startTestJudge();
await shareHeaders(judge.open);
afterAll(() => judge[Symbol.asyncDispose]());

/** Languages without which the sample contest is of no use. */

const problems = await readSampleProblems();
const found = judge.open.workshop.languages;
const used = new Set(problems.flatMap(({ solutions }) => solutions.map(({ languageKey }) => languageKey)));
for (const key of used) {
  if (!found.has(key))
    console.warn(`${LANGUAGES[key].name} is not installed here: its solutions are not judged`);
}

test('the languages of the sample contest are here', () => {
  expect([...found.keys()]).toEqual(expect.arrayContaining([...NEEDED_LANGUAGES]));
});

describe.each(problems)('$slug', (problem) => {
  const solutions = problem.solutions.filter(({ languageKey }) => found.has(languageKey));
  test.concurrent.each(solutions)(
    '$file: $expect',
    async ({ languageKey, source, expect: verdict, onTest }) => {
      const outcome = await judge.judge(asTestProblem(problem), languageKey, source);

      const said = outcome.compilationError ?? outcome.detail ?? '';
      expect(outcome.verdict, said).toBe(verdict);
      if (onTest !== undefined) expect(outcome.testNumber, said).toBe(onTest);
    },
  );
});

function asTestProblem({ timeLimitMs, memoryLimitKb, checker, tests }: SampleProblem): TestProblem {
  return { timeLimitMs, memoryLimitKb, checker: asTestChecker(checker), tests };
}

function asTestChecker(checker: SampleChecker): TestProblem['checker'] {
  if (checker.kind !== 'program') return checker;
  return { kind: 'program', language: checker.languageKey, source: checker.source };
}
