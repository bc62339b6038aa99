import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlobCache } from '#cache/blob-cache.ts';
import { judgeTask } from '#judging/judge-solution.ts';
import { createBlobShelf, startTestJudge, taskOf } from '#testing/test-workshop.ts';

const judge = await startTestJudge();
afterAll(() => judge[Symbol.asyncDispose]());

const GB = 1024 ** 3;
/** More than 32 bits can count; a hole, so that it takes no disk. */
const HUGE_BYTES = 5 * GB;
const folder = join(judge.open.workDir, 'huge');
const [input, answer] = [`${folder}-input`, `${folder}-answer`];

beforeAll(async () => {
  await writeFile(input, 'begins with 42\n', { mode: 0o644 });
  await truncate(input, HUGE_BYTES);
  await writeFile(answer, `${HUGE_BYTES} begins`, { mode: 0o644 });
});

/** Judges a program on one test with the huge input. */
function judgeHuge(source: string, rules: object, maxBytes = 10 * GB) {
  const shelf = createBlobShelf();
  const problem = {
    ...{ timeLimitMs: 10_000, memoryLimitKb: 65_536, checker: { kind: 'tokens' } as const },
    ...{ tests: [{ input: 'in', answer: 'out' }], ...rules },
  };
  const task = taskOf(shelf, problem, 'python3', source);
  const [first] = task.tests;
  if (!first) throw new Error('The task has no test');
  const blobs: BlobCache = {
    maxBytes,
    hold: async (sha256) => ({
      path: sha256 === first.inputSha256 ? input : answer,
      [Symbol.dispose]() {},
    }),
  };
  const tests = [{ ...first, inputBytes: HUGE_BYTES }];
  const [slot] = judge.open.slots;
  if (!slot) throw new Error('The judge has no slot');
  const hooks = { report: () => {}, signal: new AbortController().signal };
  const asked = { ...task, tests, purpose: 'detail' as const, excerptBytes: 11 };
  return judgeTask(asked, { ...judge.open.workshop, blobs }, slot, hooks);
}

const readAs = (file: string) => `import os
with ${file} as file:
    print(os.fstat(file.fileno()).st_size, file.read(6).decode())
    file.seek(${HUGE_BYTES} - 1)
    assert file.read() == bytes(1)
`;

test.each([
  ['on standard input', readAs('open(0, "rb")'), {}],
  ['in a file by name', readAs('open("huge.txt", "rb")'), { inputFile: 'huge.txt' }],
])('a test of 5 GB %s is read without a copy, and shown by its beginning', async (_where, source, rules) => {
  const outcome = await judgeHuge(source, rules);
  expect(outcome).toMatchObject({ verdict: 'accepted', tests: [{ input: { text: 'begins with' } }] });
  expect(outcome.tests[0]?.input?.bytes).toBe(HUGE_BYTES);
  expect(outcome.memoryKb).toBeLessThan(65_536);
});

test('a program cannot write into the input that it finds under its name', async () => {
  const writes = `try:
    open("huge.txt", "r+b")
except OSError:
    print(${HUGE_BYTES}, "begins")
`;
  expect(await judgeHuge(writes, { inputFile: 'huge.txt' })).toMatchObject({ verdict: 'accepted' });
});

test('a testset that does not fit into the cache of the judge is its fault, with the setting to change', async () => {
  const outcome = await judgeHuge('', {}, 4 * GB);
  expect(outcome.verdict).toBe('judgingError');
  expect(outcome.detail).toMatch(/needs 5\.0 GB, and this judge keeps 4\.0 GB: raise its JUDGE_CACHE_GB/);
});
