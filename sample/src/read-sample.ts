import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locale } from '@balloon/contracts/common.ts';
import { z } from 'zod';
import {
  type SampleChecker,
  type SampleProblem,
  SampleProblemFile,
  type SampleSolution,
  type SampleTest,
} from '#sample-problem.ts';
import { readSolutionHeader } from '#solution-header.ts';

/** Folder of the problems of the sample contest. */
export const SAMPLE_PROBLEMS_FOLDER = path.join(import.meta.dirname, '..', 'problems');

/**
 * Reads every problem of the sample contest, in the order of the letters.
 *
 * @throws {Error} naming the file and what is wrong with it
 */
export async function readSampleProblems(folder = SAMPLE_PROBLEMS_FOLDER): Promise<SampleProblem[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(slugs.sort().map((slug) => readSampleProblem(folder, slug)));
}

async function readSampleProblem(folder: string, slug: string): Promise<SampleProblem> {
  const root = path.join(folder, slug);
  const { title, checker, samples, ...limitsAndColor } = await readProblemFile(root);
  return {
    slug,
    ...limitsAndColor,
    titles: { 'ru-ru': title.ru, 'en-us': title.en },
    statements: await readStatements(root),
    checker: await readChecker(root, checker),
    tests: await readTests(root, samples),
    sampleNumbers: samples,
    solutions: await readSolutions(path.join(root, 'solutions')),
  };
}

async function readProblemFile(root: string): Promise<SampleProblemFile> {
  const file = path.join(root, 'problem.json');
  const parsed = SampleProblemFile.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
}

async function readStatements(root: string): Promise<Record<Locale, string>> {
  const [russian, english] = await Promise.all([
    readFile(path.join(root, 'statement.ru.md'), 'utf8'),
    readFile(path.join(root, 'statement.en.md'), 'utf8'),
  ]);
  return { 'ru-ru': russian, 'en-us': english };
}

async function readChecker(root: string, checker: SampleProblemFile['checker']): Promise<SampleChecker> {
  if (checker.kind !== 'program') return checker;
  const source = await readFile(path.join(root, checker.file), 'utf8');
  return { kind: 'program', languageKey: checker.language, fileName: checker.file, source };
}

async function readTests(root: string, samples: readonly number[]): Promise<SampleTest[]> {
  const folder = path.join(root, 'tests');
  const inputs = (await readdir(folder)).filter((name) => name.endsWith('.in')).sort();
  const tests = await Promise.all(inputs.map((_, index) => readTest(folder, index + 1, samples)));
  const missing = samples.find((number) => number > tests.length);
  if (missing !== undefined) throw new Error(`${root}: sample ${missing} has no test`);
  return tests;
}

async function readTest(folder: string, number: number, samples: readonly number[]): Promise<SampleTest> {
  const name = testName(number);
  const [input, answer] = await Promise.all([
    readFile(path.join(folder, `${name}.in`)),
    readFile(path.join(folder, `${name}.ans`)),
  ]);
  return { number, input, answer, isSample: samples.includes(number) };
}

/** Returns the name of a test's files without ending: test 7 lies in `07.in` and `07.ans`. */
export function testName(number: number): string {
  return String(number).padStart(2, '0');
}

async function readSolutions(folder: string): Promise<SampleSolution[]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const source = await readFile(path.join(folder, file), 'utf8');
      return { file, source, ...readSolutionHeader(path.join(folder, file), source) };
    }),
  );
}
