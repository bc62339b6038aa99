import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemIndex, problemPosition } from '#contests/problem-index.ts';

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [27, 'AB'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('position %i is problem %s', (position, index) => {
  expect(problemIndex(position)).toBe(index);
  expect(problemPosition(index)).toBe(position);
});

test('letters and position say the same, in any case', () => {
  fc.assert(
    fc.property(fc.nat(400_000), (position) => {
      expect(problemPosition(problemIndex(position).toLowerCase())).toBe(position);
    }),
  );
});

test('anything but letters is no problem index', () => {
  for (const text of ['', '1', 'A1', ' A', 'Ä', 'А', 'AAAAA']) expect(problemPosition(text)).toBeUndefined();
});
