import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OFFERED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSampleProblems, SAMPLE_PROBLEMS_FOLDER } from '#read-sample.ts';

const problems = await readSampleProblems();
const solutions = problems.flatMap((problem) => problem.solutions);

/** Verdicts that a program can get by itself; the others come from people, foreign judges or faults. */
const EARNED_VERDICTS = [
  'accepted',
  'wrongAnswer',
  'compilationError',
  'runtimeError',
  'presentationError',
  'timeLimit',
  'memoryLimit',
  'idlenessLimit',
  'outputLimit',
] as const;

test('the problems stand in the order of their letters', () => {
  const letters = problems.map(({ slug }) => slug.slice(0, 2));
  expect(letters).toEqual(['a-', 'b-', 'c-', 'd-', 'e-', 'f-']);
});

test('every language has an accepted solution', () => {
  const accepted = solutions.filter(({ expect }) => expect === 'accepted');
  expect(new Set(accepted.map(({ languageKey }) => languageKey))).toEqual(new Set(OFFERED_LANGUAGES));
});

test('every verdict that a program can earn is earned', () => {
  expect(new Set(solutions.map(({ expect }) => expect))).toEqual(new Set(EARNED_VERDICTS));
});

test('balloon colours differ', () => {
  expect(new Set(problems.map(({ color }) => color)).size).toBe(problems.length);
});

describe.each(problems)('$slug', (problem) => {
  test('has tests enough, all small, and shows the first ones', () => {
    expect(problem.tests.length).toBeGreaterThanOrEqual(10);
    expect(problem.tests.length).toBeLessThanOrEqual(20);
    const sizes = problem.tests.flatMap(({ input, answer }) => [input.length, answer.length]);
    expect(Math.max(...sizes)).toBeLessThan(50_000);
    const shown = problem.tests.filter(({ isSample }) => isSample).map(({ number }) => number);
    expect(shown).toEqual(problem.sampleNumbers);
  });

  test('has both statements with the same sections', () => {
    const russian = headingsOf(problem.statements['ru-ru']);
    const english = headingsOf(problem.statements['en-us']);
    expect(russian).toEqual(['Входные данные', 'Выходные данные', 'Ограничения', 'Примечание']);
    expect(english).toEqual(['Input', 'Output', 'Constraints', 'Notes']);
  });

  test('has the same formulas of constraints in both statements', () => {
    const [russian, english] = [problem.statements['ru-ru'], problem.statements['en-us']].map(constraintsOf);
    expect(russian).toEqual(english);
    expect(russian).not.toEqual([]);
  });

  test('has accepted solutions in C++20 and Python and two ways to fail', () => {
    const accepted = problem.solutions.filter(({ expect }) => expect === 'accepted');
    expect(accepted.map(({ languageKey }) => languageKey)).toEqual(
      expect.arrayContaining(['cpp20', 'python3']),
    );
    const failures = problem.solutions.map(({ expect }) => expect).filter((key) => key !== 'accepted');
    expect(new Set(failures).size).toBeGreaterThanOrEqual(2);
    const lastTest = problem.tests.length;
    for (const { onTest = 1 } of problem.solutions) expect(onTest).toBeLessThanOrEqual(lastTest);
  });
});

describe('a broken folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sample-broken-'));
    await cp(path.join(SAMPLE_PROBLEMS_FOLDER, 'a-helium'), path.join(folder, 'a-helium'), {
      recursive: true,
    });
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function changeProblemFile(change: object): Promise<void> {
    const file = path.join(folder, 'a-helium', 'problem.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...change }));
  }

  test('says which setting is wrong', async () => {
    await changeProblemFile({ timeLimitMs: 'two seconds' });
    await expect(readSampleProblems(folder)).rejects.toThrow(/problem\.json: [\s\S]*timeLimitMs/);
  });

  test('names an unknown setting', async () => {
    await changeProblemFile({ timeLimit: 2 });
    await expect(readSampleProblems(folder)).rejects.toThrow(/timeLimit/);
  });

  test('says which sample has no test', async () => {
    await changeProblemFile({ samples: [1, 99] });
    await expect(readSampleProblems(folder)).rejects.toThrow('sample 99 has no test');
  });

  test('says which answer is missing', async () => {
    await rm(path.join(folder, 'a-helium', 'tests', '05.ans'));
    await expect(readSampleProblems(folder)).rejects.toThrow('05.ans');
  });

  test('says which statement is missing', async () => {
    await rm(path.join(folder, 'a-helium', 'statement.ru.md'));
    await expect(readSampleProblems(folder)).rejects.toThrow('statement.ru.md');
  });
});

function headingsOf(statement: string): string[] {
  return [...statement.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
}

/** Extracts the list of constraints, which is formulas only, so it must be the same in every language. */
function constraintsOf(statement: string): string[] {
  const [, section = ''] = /^## (?:Ограничения|Constraints)$([\s\S]*?)^## /m.exec(statement) ?? [];
  return [...section.matchAll(/\$[^$]+\$/g)].map(([formula]) => formula);
}
