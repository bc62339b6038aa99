import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestJudge, type TestProblem } from '#testing/test-workshop.ts';

/** Folder with a program per language that does what its input says; see the README there. */
const SUITE = join(import.meta.dirname, '../../testsuite/languages');

const judge = await startTestJudge();
afterAll(() => judge[Symbol.asyncDispose]());

const found = judge.open.workshop.languages;
const programs = await readPrograms();

const WISHES = [
  { wish: 'hello', answer: 'hello', verdict: 'accepted', memoryMb: 64 },
  { wish: 'deep', answer: '100000', verdict: 'accepted', memoryMb: 256 },
  { wish: 'exit', verdict: 'runtimeError', memoryMb: 64, detail: /exit code 3/ },
  { wish: 'fail', verdict: 'runtimeError', memoryMb: 64 },
  { wish: 'loop', verdict: 'timeLimit', memoryMb: 64, timeLimitMs: 200 },
  { wish: 'blocks', verdict: 'memoryLimit', memoryMb: 64 },
  { wish: 'nodes', verdict: 'memoryLimit', memoryMb: 64 },
];

/**
 * Languages without deep recursion: the time of Bash grows with the square of the depth, and R's interpreter fails.
 */
const SHALLOW: ReadonlySet<LanguageKey> = new Set(['bash', 'r']);

/** Standards of C++ whose commands are those of C++20 but for the standard, so that one program shows that they work. */
const STANDARDS: ReadonlySet<LanguageKey> = new Set(['cpp11', 'cpp14', 'cpp17', 'cpp23']);

/** Option of the tests of a language, which then compile its program once; languages are tested side by side. */
const IN_ORDER = { concurrent: false };

const wishesOf = (key: LanguageKey) =>
  WISHES.filter(({ wish }) => (STANDARDS.has(key) ? wish === 'hello' : wish !== 'deep' || !SHALLOW.has(key)));

describe.concurrent.for(LANGUAGE_KEYS)('%s', (key) => {
  test.skipIf(!found.has(key)).for(wishesOf(key))(
    `$wish: $verdict${found.has(key) ? '' : ' (the language is not installed here)'}`,
    IN_ORDER,
    async ({ wish, answer = '', verdict, memoryMb, timeLimitMs = 5000, detail = /^/ }) => {
      const problem = problemOf(wish, answer, memoryMb, timeLimitMs);
      const outcome = await judge.judge(problem, key, programFor(key));
      expect(outcome.verdict, outcome.compilationError ?? outcome.detail ?? '').toBe(verdict);
      expect(outcome.detail ?? '').toMatch(detail);
    },
  );

  const isTold = found.has(key) && !STANDARDS.has(key);
  test.skipIf(!isTold)('a syntax error is told in the words of the compiler', IN_ORDER, async () => {
    const broken = programFor(key).replace(/\bdeep/i, ') oops (');
    const outcome = await judge.judge(problemOf('hello', '', 64, 1000), key, broken);
    expect(outcome.verdict).toBe('compilationError');
    expect(outcome.compilationError).toMatch(/main|wishes/i); // the file, and usually the line
  });
});

function problemOf(wish: string, answer: string, memoryMb: number, timeLimitMs: number): TestProblem {
  const tests = [{ input: `${wish}\n`, answer: `${answer}\n` }];
  return { timeLimitMs, memoryLimitKb: memoryMb * 1024, checker: { kind: 'tokens' }, tests };
}

/** Finds the program of a language; dialects and versions share one. */
function programFor(key: LanguageKey): string {
  const { family } = LANGUAGES[key];
  const name = family !== 'c_cpp' ? family : key === 'c' ? 'c' : 'cpp';
  return programs.get(name) ?? '';
}

async function readPrograms(): Promise<Map<string, string>> {
  const files = (await readdir(SUITE)).filter((file) => !file.endsWith('.md'));
  const read = async (file: string) =>
    [file.slice(0, file.indexOf('.')), await readFile(join(SUITE, file), 'utf8')] as const;
  return new Map(await Promise.all(files.map(read)));
}
