import { writeFile } from 'node:fs/promises';
import type { CheckTask } from '@balloon/contracts/judging/problem-checks.ts';
import { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import { tempFolder } from '@balloon/packages/testing/temp-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { checkProblem } from '#packages/check-problem.ts';
import { startPackageBuilder } from '#testing/package-builder.ts';

const builder = await startPackageBuilder();
afterAll(() => builder[Symbol.asyncDispose]());

const HELD = { checkId: 1, fence: 1, attempt: 1 };
const LIMITS = { timeLimitMs: 10_000, memoryLimitKb: 262_144 };
const [CHECKER, TWO, FOUR, ARCHIVE] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];

/** Runs a check with the site's contents given as paths by hash. */
async function check(task: Omit<CheckTask, 'checkId' | 'fence' | 'attempt'>, paths: Record<string, string>) {
  const blobs = {
    maxBytes: Number.POSITIVE_INFINITY,
    hold: async (sha256: string) => ({ path: paths[sha256] ?? '', [Symbol.dispose]() {} }),
  };
  const [slot] = builder.open.slots;
  if (!slot) throw new Error('The workshop has no slot');
  const hooks = { progress: () => {}, signal: new AbortController().signal };
  return checkProblem({ ...HELD, ...task }, { open: builder.open, blobs, slot }, hooks);
}

test('a checker that does not compile comes back with the words of its compiler', async () => {
  await using folder = await tempFolder({ 'check.py': 'def broken(:\n' });
  const program = {
    language: 'python3',
    files: [{ path: 'check.py', sha256: CHECKER, bytes: 13 }],
    sources: ['check.py'],
  };
  const rules = JudgingRules.parse({
    ...LIMITS,
    checker: { kind: 'program', protocol: 'testlib', program, flags: [] },
  });
  const result = await check({ rules, tests: [], archive: null }, { [CHECKER]: `${folder.path}/check.py` });
  expect(result).toMatchObject({ compiles: false, solutions: [] });
  expect(result.output).toContain('SyntaxError');
});

test('solutions of the package are run against the tests of the problem, not those of the package', async () => {
  // Where the cache of a judge is: the sandbox sees nothing else.
  const { workDir } = builder.open;
  await writeFile(`${workDir}/two`, '2\n');
  await writeFile(`${workDir}/four`, '4\n');
  await using pack = await tempFolder({
    'problem.yaml': 'name: Twice\nlimits: {time_limit: 10}\n',
    'problem_statement/problem.en.tex': '\\problemname{Twice}\nDouble it.\n',
    'data/secret/1.in': '1\n',
    'data/secret/1.ans': '2\n',
    'submissions/accepted/twice.py': 'print(2 * int(input()))\n',
    // Right on the test of the package only.
    'submissions/accepted/next.py': 'print(int(input()) + 1)\n',
  });
  const test_ = { number: 1, isSample: false, points: null, group: null, flags: null };
  const files = { inputSha256: TWO, inputBytes: 2, answerSha256: FOUR, answerBytes: 2 };
  const { compiles, solutions } = await check(
    {
      rules: JudgingRules.parse({ ...LIMITS, checker: { kind: 'tokens' } }),
      tests: [{ ...test_, ...files }],
      archive: { fileName: 'twice.zip', part: null, sha256: ARCHIVE, sizeBytes: 1 },
    },
    { [TWO]: `${workDir}/two`, [FOUR]: `${workDir}/four`, [ARCHIVE]: pack.path },
  );
  expect(compiles).toBe(true);
  expect(
    solutions.map(({ file, expected, got, agrees, test }) => [file, expected, got, agrees, test]),
  ).toEqual([
    ['submissions/accepted/next.py', 'AC', 'WA', 'no', '1'],
    ['submissions/accepted/twice.py', 'AC', 'AC', 'yes', null],
  ]);
});
