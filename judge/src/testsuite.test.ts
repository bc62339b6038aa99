import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LANGUAGE_KEYS,
  LANGUAGES,
  type LanguageKey,
  NEEDED_LANGUAGES,
} from '@balloon/domain/languages/languages.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { shareHeaders } from '#testing/shared-headers.ts';
import { startTestJudge, type TestProblem } from '#testing/test-workshop.ts';

/**
 * Solutions of A + B, each with the verdict it must get: `expect:`, `language:` and `checker:` in its first lines. What a
 * program of every language must get (for a loop, a full memory, a failure, an error of syntax) is tried with
 * `testsuite/languages`.
 */
const SUITE = join(import.meta.dirname, '../testsuite/aplusb');
/** Languages that every machine with a judge must have; the other languages are tested where they are installed. */
const NEEDED: readonly LanguageKey[] = [...NEEDED_LANGUAGES, 'javascript'];

/** Time limits for programs that never end, which use up all of it, and for those that sleep for longer. */
const SHORT_MS: Readonly<Record<string, number>> = { timeLimit: 300, idlenessLimit: 1000 };

interface Labelled {
  file: string;
  source: string;
  language: LanguageKey;
  checker: 'tokens' | 'exact';
  expected: { verdict: string; testNumber: number };
}

const judge = await startTestJudge();
await shareHeaders(judge.open);
afterAll(() => judge[Symbol.asyncDispose]());

const problem = await readProblem();
const labelled = await readSolutions();
const found = judge.open.workshop.languages;
for (const key of LANGUAGE_KEYS) {
  if (!found.has(key))
    console.warn(`${LANGUAGES[key].name} is not installed here: its solutions are not judged`);
}

test('the languages that every judge needs are here', () => {
  expect([...found.keys()]).toEqual(expect.arrayContaining([...NEEDED]));
});

describe('A + B', () => {
  const solutions = labelled.filter(({ language }) => found.has(language));
  test.concurrent.each(solutions)(
    '$file: $expected.verdict',
    async ({ source, language, checker, expected }) => {
      const timeLimitMs = SHORT_MS[expected.verdict] ?? problem.timeLimitMs;
      const rules = { ...problem, timeLimitMs, checker: { kind: checker } };
      const outcome = await judge.judge(rules, language, source);

      const { verdict, testNumber, compilationError, detail } = outcome;
      expect({ verdict, testNumber }, compilationError ?? detail ?? '').toEqual(expected);
      expect(compilationError === null).toBe(verdict !== 'compilationError');
    },
  );
});

async function readSolutions(): Promise<Labelled[]> {
  const folder = join(SUITE, 'solutions');
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(folder, file), 'utf8');
      const label = (name: string) => new RegExp(`^(?://|#) ${name}: (.+)$`, 'm').exec(source)?.[1];
      const [verdict = '', testNumber = '0'] = (label('expect') ?? '').split(' on ');
      return {
        file,
        source,
        language: (label('language') ?? languageOf(file)) as LanguageKey,
        checker: (label('checker') ?? 'tokens') as Labelled['checker'],
        expected: { verdict, testNumber: Number(testNumber) },
      };
    }),
  );
}

function languageOf(file: string): string | undefined {
  const ending = file.slice(file.lastIndexOf('.') + 1);
  return Object.entries(LANGUAGES).find(([, { extensions }]) =>
    extensions.some((own) => own === ending),
  )?.[0];
}

async function readProblem(): Promise<TestProblem> {
  const folder = join(SUITE, 'tests');
  const inputs = (await readdir(folder)).filter((name) => name.endsWith('.in')).sort();
  const tests = inputs.map(async (name) => ({
    input: await readFile(join(folder, name)),
    answer: await readFile(join(folder, name.replace('.in', '.ans'))),
  }));
  return {
    timeLimitMs: 10_000,
    memoryLimitKb: 64 * 1024,
    outputLimitKb: 1024,
    checker: { kind: 'tokens' },
    tests: await Promise.all(tests),
  };
}
