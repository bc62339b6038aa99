import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareSpace } from '#checkers/compare-space.ts';
import { kattisDefault } from '#checkers/kattis-default.ts';

const folder = await mkdtemp(join(tmpdir(), 'balloon-kattis-'));
afterAll(() => rm(folder, { recursive: true }));
let number = 0;

async function filesOf(answer: string, output: string) {
  number += 1;
  const files = {
    input: '/dev/null',
    answer: join(folder, `${number}.a`),
    output: join(folder, `${number}.o`),
  };
  await writeFile(files.answer, answer);
  await writeFile(files.output, output);
  return files;
}

const PLAIN = { caseSensitive: false, spaceSensitive: false, absolute: null, relative: null };

test.each([
  ['white space does not matter', {}, 'a b\nc\n', ' a\tb c', true],
  ['nor do capitals', {}, 'Yes', 'yES', true],
  ['unless they shall', { caseSensitive: true }, 'Yes', 'yes', false],
  ['letters beyond A to Z have one form', {}, 'Ä', 'ä', false],
  ['another word is wrong', {}, 'a b', 'a c', false],
  ['less is wrong', {}, 'a b', 'a', false],
  ['nothing is wrong', {}, 'a', '', false],
  ['more is wrong', {}, 'a', 'a b', false],
  ['numbers are text without a tolerance', {}, '1.0', '1', false],
  ['with one, the form of a number is free', { absolute: 0 }, '0.0314', '3.14000000e-2', true],
  ['a number as C writes it', { absolute: 0 }, '10.5', '0x1.5p3', true],
  ['an absolute tolerance', { absolute: 0.01 }, '100', '100.009', true],
  ['an absolute tolerance missed', { absolute: 0.01 }, '100', '100.02', false],
  ['a relative tolerance', { relative: 0.01 }, '100', '100.9', true],
  ['a relative tolerance is of the answer', { relative: 0.5 }, '1', '2', false],
  ['either is enough', { absolute: 1e-9, relative: 0.01 }, '100', '100.9', true],
  ['and the other too', { absolute: 1, relative: 1e-9 }, '0', '0.5', true],
  ['a word where a number belongs', { absolute: 1 }, '1', 'one', false],
  ['infinity is no number', { absolute: 1 }, '1', 'inf', false],
  ['not a number is no number', { absolute: 1 }, '1', 'nan', false],
  ['nor is an endless one', { relative: 1 }, '1', '1e999', false],
  ['words of the answer stay words', { absolute: 1, caseSensitive: false }, 'IMPOSSIBLE', 'impossible', true],
  ['space that shall be the same', { spaceSensitive: true }, 'a b\n', 'a b\n', true],
  ['one space too many', { spaceSensitive: true }, 'a b\n', 'a  b\n', false],
  ['another kind of space', { spaceSensitive: true }, 'a b\n', 'a\tb\n', false],
  ['a missing line end', { spaceSensitive: true }, 'a b\n', 'a b', false],
  ['a line end too many', { spaceSensitive: true }, 'a b\n', 'a b\n\n', false],
  ['space in front', { spaceSensitive: true }, 'a', ' a', false],
  ['tokens of other lengths', { spaceSensitive: true, absolute: 1 }, '1 2', '1.00 2.00', true],
] as const)('%s', async (_what, rules, answer, output, accepted) => {
  const { verdict } = await kattisDefault({ ...PLAIN, ...rules })(await filesOf(answer, output));
  expect(verdict).toBe(accepted ? 'accepted' : 'wrongAnswer');
});

test('space is compared in pieces of any size', async () => {
  const text = 'abc  de\n\n f ghijkl\t';
  const files = await filesOf(text, text.replaceAll(/[a-z]/g, 'xy'));
  for (let chunkBytes = 1; chunkBytes < 9; chunkBytes += 1)
    expect(await compareSpace(files, chunkBytes)).toMatchObject({ verdict: 'accepted' });
  const longer = await filesOf(text, `${text} `);
  for (let chunkBytes = 1; chunkBytes < 9; chunkBytes += 1)
    expect(await compareSpace(longer, chunkBytes)).toMatchObject({ verdict: 'wrongAnswer' });
});
