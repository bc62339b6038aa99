import { expect, test } from 'vitest';
import { z } from 'zod';
import { Id, IdList } from '#common.ts';

test.each([[5], ['5'], ['0005'], [2_147_483_647]])('%j is an id', (value) => {
  expect(Id.parse(value)).toBe(Number(value));
});

const NO_IDS: unknown[] = [
  ...[0, -1, 1.5, 2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY],
  ...['', ' 5 ', '0x5', '5e0', '5.0', '+5', 'Infinity', '5;'],
  ...[true, null, undefined, [5], ['5'], { $ne: 1 }, new Date(5)],
];

test('nothing else is an id', () => {
  expect(NO_IDS.filter((value) => Id.safeParse(value).success)).toEqual([]);
});

test('an id goes out as the number it is', () => {
  expect(z.encode(z.object({ id: Id }), { id: 5 })).toEqual({ id: 5 });
});

test.each([
  [undefined, []],
  ['', []],
  [' , ', []],
  ['3,7, 12,', [3, 7, 12]],
  [
    ['3', '7,12'],
    [3, 7, 12],
  ],
])('%j is the list of ids %j', (text, ids) => {
  expect(IdList.parse(text)).toEqual(ids);
});

test.each(['0', '3,0', '2147483648', '3 4', '-1', 'x', '1e2'])(
  '%j is no list of ids, rather than an empty one',
  (text) => {
    expect(IdList.safeParse(text).success).toBe(false);
  },
);
