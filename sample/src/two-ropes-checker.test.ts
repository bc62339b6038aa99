import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileTrusted, runTrusted } from '#generate/reference.ts';
import { SAMPLE_PROBLEMS_FOLDER } from '#read-sample.ts';

/** Exit codes of testlib's protocol. */
const RIGHT = 0;
const WRONG = 1;
const PRESENTATION = 2;
const FAILED = 3;

const SOLVABLE = { input: 'aabcaa\n', answer: 'YES\n121212\n' };
const HOPELESS = { input: 'aaa\n', answer: 'NO\n' };

let folder: string;
let checker: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sample-checker-'));
  checker = await compileTrusted(path.join(SAMPLE_PROBLEMS_FOLDER, 'd-two-ropes', 'checker.cpp'), folder);
}, 360_000);

afterAll(() => rm(folder, { recursive: true }));

async function check(files: { input: string; answer: string }, output: string | Buffer) {
  const paths = ['input', 'output', 'answer'].map((name) => path.join(folder, name));
  const contents = [files.input, output, files.answer];
  await Promise.all(paths.map((file, index) => writeFile(file, contents[index] ?? '')));
  return runTrusted(checker, paths);
}

describe('where the jury has an answer', () => {
  test.each([
    ['the answer of the jury', 'YES\n121212\n'],
    ['the same with the ropes exchanged', 'YES\n212121\n'],
    ['another way to hang the balloons', 'YES\n121221\n'],
    ['other line ends and spaces', '\t YES \r\n 121212'],
  ])('%s is right', async (_, output) => {
    expect((await check(SOLVABLE, output)).exitCode).toBe(RIGHT);
  });

  test.each([
    ['NO', 'NO\n'],
    ['equal neighbours at the start', 'YES\n111111\n'],
    ['equal neighbours at the end', 'YES\n121211\n'],
  ])('%s is wrong', async (_, output) => {
    expect((await check(SOLVABLE, output)).exitCode).toBe(WRONG);
  });

  test.each<[string, string | Buffer]>([
    ['nothing at all', ''],
    ['nothing but white space', ' \n\n\t\n'],
    ['a word in lower case', 'yes\n121212\n'],
    ['a longer word', 'YESSS\n121212\n'],
    ['no ropes', 'YES\n'],
    ['a rope too few', 'YES\n12121\n'],
    ['a rope too many', 'YES\n1212121\n'],
    ['a third rope', 'YES\n121213\n'],
    ['ropes apart', 'YES\n1 2 1 2 1 2\n'],
    ['something after the ropes', 'YES\n121212\n1\n'],
    ['something after NO', 'NO\n121212\n'],
    ['a huge number', `YES\n${'9'.repeat(400)}\n`],
    ['a token of ten megabytes', `YES\n${'1'.repeat(10_000_000)}`],
    ['a word of ten megabytes', 'Y'.repeat(10_000_000)],
    ['ten megabytes of spaces', ' '.repeat(10_000_000)],
    ['binary garbage', Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + 13) % 256))],
    ['a zero byte inside', 'YES\n121\u0000212\n'],
    ['a zero byte behind', 'YES\n121212\u0000\n'],
  ])('%s is not an answer', async (_, output) => {
    expect((await check(SOLVABLE, output)).exitCode).toBe(PRESENTATION);
  });
});

describe('where the jury has none', () => {
  test.each([
    ['NO is right', 'NO\n', RIGHT],
    ['a bad arrangement is wrong', 'YES\n121\n', WRONG],
    ['a word of another form is not an answer', 'no\n', PRESENTATION],
  ])('%s', async (_, output, exitCode) => {
    expect((await check(HOPELESS, output)).exitCode).toBe(exitCode);
  });
});

test('a participant who beats the jury is reported as a failure of ours', async () => {
  const { exitCode, stderr } = await check({ input: 'ab\n', answer: 'NO\n' }, 'YES\n12\n');
  expect(exitCode).toBe(FAILED);
  expect(stderr).toContain('the jury has none');
});

test.each([
  ['input', { input: '', answer: 'YES\n' }],
  ['answer', { input: 'ab\n', answer: 'MAYBE\n' }],
])('a broken %s is a failure of ours', async (_, files) => {
  expect((await check(files, 'YES\n12\n')).exitCode).toBe(FAILED);
});

test('a missing file is a failure of ours', async () => {
  const { exitCode } = await runTrusted(checker, ['no-input', 'no-output', 'no-answer']);
  expect(exitCode).toBe(FAILED);
});

test('the comment names the place and repeats nothing of the output', async () => {
  const { stderr } = await check(SOLVABLE, 'YES\n12121\u001b\n');
  expect(stderr).toBe('rope of balloon 6 is neither 1 nor 2\n');
});
