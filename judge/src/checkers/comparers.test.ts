import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { compareExactly } from '#checkers/compare-exactly.ts';
import { compareTokens, sameBytes } from '#checkers/compare-tokens.ts';
import { sameNumber } from '#checkers/same-number.ts';
import { PIECE_BYTES } from '#checkers/token-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'balloon-comparers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const files = { output: join(folder, 'output'), answer: join(folder, 'answer') };

/** Chunk size barely larger than a piece, so that every kind of border occurs. */
const SMALL_CHUNK = PIECE_BYTES + 7;

function write(output: string | Buffer, answer: string | Buffer) {
  writeFileSync(files.output, output);
  writeFileSync(files.answer, answer);
  return files;
}

const tokens = async (output: string, answer: string, same = sameBytes) =>
  (await compareTokens(write(output, answer), same, SMALL_CHUNK)).verdict;
const exact = async (output: string, answer: string) =>
  (await compareExactly(write(output, answer), SMALL_CHUNK)).verdict;
const floats = (output: string, answer: string, absolute: number, relative = 0) =>
  tokens(output, answer, sameNumber(absolute, relative));

/** Texts with lengths around those at which windows end and tokens are cut, with every kind of white space. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 3 }),
  fc.integer({ min: PIECE_BYTES - 2, max: 3 * PIECE_BYTES }).map((length) => 'x'.repeat(length)),
);
const space = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(' ', '\n', '\t', '\r\n', '  ') },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 * PIECE_BYTES }).map((length) => ' '.repeat(length)) },
);
const text = fc
  .tuple(
    fc.option(space, { nil: '' }),
    fc.array(fc.tuple(word, space), { maxLength: 12 }),
    fc.option(word, { nil: '' }),
  )
  .map(([start, middle, end]) => start + middle.flat().join('') + end);

/** Half of the pairs are one text with its spaces changed or a word added, since most random pairs differ at once. */
const pair = fc.oneof(
  fc.tuple(text, text),
  fc.tuple(text, space).map(([a, other]) => [a, a.replaceAll(/\s+/g, other)] as const),
  fc.tuple(text, space, word).map(([a, between, more]) => [a, `${a}${between}${more}`] as const),
  text.map((a) => [a, a] as const),
);

const split = (whole: string) => whole.split(/[ \t\n\v\f\r]+/).filter((part) => part !== '');

describe('tokens', () => {
  test('agrees with splitting both files in memory', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([output, answer]) => {
        const expected = JSON.stringify(split(output)) === JSON.stringify(split(answer));
        expect(await tokens(output, answer)).toBe(expected ? 'accepted' : 'wrongAnswer');
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['', '', 'accepted'],
    ['', ' \n\n', 'accepted'],
    ['1 2', '1\n2\n', 'accepted'],
    ['12', '1 2', 'wrongAnswer'],
    ['1', '1 2', 'wrongAnswer'],
    ['1 2 3', '1 2', 'wrongAnswer'],
    ['yes', 'YES', 'wrongAnswer'],
    ['01', '1', 'wrongAnswer'],
  ])('%j against %j: %s', async (output, answer, verdict) => {
    expect(await tokens(output, answer)).toBe(verdict);
  });

  test('a token that is cut at the same place in both files is still one token', async () => {
    const piece = 'x'.repeat(PIECE_BYTES);
    expect(await tokens(`${piece}${piece}`, `${piece} ${piece}`)).toBe('wrongAnswer');
    expect(await tokens(`${piece}y`, `${piece}z`)).toBe('wrongAnswer');
  });

  test('the comment says what was expected, found and where, without control characters', async () => {
    const { comment } = await compareTokens(write('1\n\u00072', '1\n3'), sameBytes);
    expect(comment).toBe('expected "3", found "?2" at byte 2 of the output');
  });
});

describe('exact', () => {
  test('agrees with comparing both files in memory', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([output, answer]) => {
        const isSame = output.trimEnd() === answer.trimEnd();
        const hasSameTokens = JSON.stringify(split(output)) === JSON.stringify(split(answer));
        const expected = isSame ? 'accepted' : hasSameTokens ? 'presentationError' : 'wrongAnswer';
        expect(await exact(output, answer)).toBe(expected);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['1\n', '1', 'accepted'],
    ['1 \n\n', '1\n', 'accepted'],
    [' 1\n', '1\n', 'presentationError'],
    ['1 \n2\n', '1\n2\n', 'presentationError'],
    ['1 2', '1\n2', 'presentationError'],
    ['1\n3\n', '1\n2\n', 'wrongAnswer'],
    ['', '1', 'wrongAnswer'],
  ])('%j against %j: %s', async (output, answer, verdict) => {
    expect(await exact(output, answer)).toBe(verdict);
  });
});

describe('floats', () => {
  test('agrees with the definition on any two numbers', async () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
    const tolerance = fc.constantFrom(0, 1e-9, 1e-3, 1);
    await fc.assert(
      fc.asyncProperty(
        number,
        fc.option(number),
        tolerance,
        tolerance,
        async (a, other, absolute, relative) => {
          const b = other ?? a * (1 + 1e-6);
          const error = Math.abs(a - b);
          const isClose = error <= absolute + 1e-15 || error <= relative * Math.abs(a) + 1e-15;
          expect(await floats(String(b), String(a), absolute, relative)).toBe(
            isClose ? 'accepted' : 'wrongAnswer',
          );
        },
      ),
    );
  });

  test.each([
    ['1.0000001', '1', 1e-6, 0, 'accepted'],
    ['1000001', '1000000', 0, 1e-6, 'accepted'],
    ['1000002', '1000000', 0, 1e-6, 'wrongAnswer'],
    ['1e0', '1', 0, 0, 'accepted'],
    ['.5 5.', '0.5 5', 0, 0, 'accepted'],
    ['1.1', '1', 0.1, 0, 'accepted'],
    ['nan', '1', 1e9, 0, 'wrongAnswer'],
    ['nan', 'nan', 0, 0, 'accepted'],
    ['inf', '1e308', 1e9, 1e9, 'wrongAnswer'],
    ['5', '1e999', 0, 1, 'wrongAnswer'],
    ['0x10', '16', 0, 0, 'wrongAnswer'],
    ['1,5', '1.5', 1, 0, 'wrongAnswer'],
    ['Case A: 2', 'Case B: 2', 1, 0, 'wrongAnswer'],
    ['Case #1: 2.00', 'Case #1: 2', 1e-9, 0, 'accepted'],
    ['1 2', '1', 1, 0, 'wrongAnswer'],
  ] as const)('%j against %j within %d or %d: %s', async (output, answer, absolute, relative, verdict) => {
    expect(await floats(output, answer, absolute, relative)).toBe(verdict);
  });
});

test('files of 40 MB are compared in the memory of a chunk', async () => {
  const line = Buffer.from(`${'1234567 '.repeat(127)}12345\n`);
  const large = Buffer.alloc(40 * 1024 * 1024, line);
  const other = Buffer.from(large.subarray(0, large.length - 1));
  other[other.length - 2] = 'x'.charCodeAt(0);
  write(other, large);
  const held = () => process.memoryUsage().arrayBuffers;
  const before = held();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, held());
  }, 1);

  const { verdict } = await compareTokens(files, sameBytes);

  clearInterval(sampling);
  expect(verdict).toBe('wrongAnswer');
  expect(most - before).toBeLessThan(4 * 1024 * 1024);
});
