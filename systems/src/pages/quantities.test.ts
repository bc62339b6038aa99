import { expect, test } from 'vitest';
import { drift } from '#failures.ts';
import { readKilobytes, readSeconds, readTestNumber } from '#pages/quantities.ts';

const page = { lacks: drift };

test('times and memory are read with every separator', () => {
  expect(['0.015', '0,5', '1', ''].map((text) => readSeconds(page, text))).toEqual([15, 500, 1000, null]);
  expect(['1 234 KB', '16 Кб', ''].map((text) => readKilobytes(page, text))).toEqual([1234, 16, null]);
  expect(['12', '', '-'].map((text) => readTestNumber(page, text))).toEqual([12, 0, 0]);
});

test('garbage is no quantity', () => {
  for (const text of ['x', '1e9', '-1', 'NaN', '1.2.3']) {
    expect(() => readSeconds(page, text)).toThrow('has changed');
    expect(() => readKilobytes(page, text)).toThrow('has changed');
  }
  expect(() => readKilobytes(page, ' KB')).toThrow('has changed');
  expect(() => readTestNumber(page, '1e9')).toThrow('has changed');
});
