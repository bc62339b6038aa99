import { describe, expect, test } from 'vitest';
import { pairTestFiles } from '#features/problem-editor/pair-test-files.ts';

const namesOf = (...paths: string[]) =>
  pairTestFiles(paths).pairs.map(({ input, answer }) => `${input} ${answer}`);

describe('tests are found by the names of', () => {
  test('Polygon', () => {
    expect(namesOf('tests/01.a', 'tests/01', 'tests/02', 'tests/02.a')).toEqual([
      'tests/01 tests/01.a',
      'tests/02 tests/02.a',
    ]);
  });

  test('ICPC packages, samples first', () => {
    const { pairs } = pairTestFiles(['secret/a.in', 'secret/a.ans', 'sample/1.in', 'sample/1.ans']);
    expect(pairs.map(({ name, isSample }) => [name, isSample])).toEqual([
      ['sample/1', true],
      ['secret/a', false],
    ]);
  });

  test('numbers, compared as numbers', () => {
    expect(namesOf('10.in', '10.out', '9.in', '9.out', '9A.DAT', '9A.ANS')).toEqual([
      '9.in 9.out',
      '9A.DAT 9A.ANS',
      '10.in 10.out',
    ]);
  });

  test('input1.txt and output1.txt', () => {
    expect(namesOf('input2.txt', 'output2.txt', 'in_1.txt', 'out_1.txt')).toEqual([
      'in_1.txt out_1.txt',
      'input2.txt output2.txt',
    ]);
  });
});

test('halves, doubles and other files are named instead of lost', () => {
  const found = pairTestFiles(['1.in', '2.in', '2.out', '2.ans', '3.a', 'readme.md', '.in', 'notes']);
  expect(found.pairs.map(({ name }) => name)).toEqual(['2']);
  expect(found.withoutPair).toEqual(['1.in', '2.ans', '3.a']);
  expect(found.ignored).toEqual(['readme.md', '.in', 'notes']);
});

test('equal names in different folders are different tests', () => {
  expect(namesOf('a/1.in', 'b/1.out')).toEqual([]);
});
