import { describe, expect, test } from 'vitest';
import { aroundLine, firstDifference } from '#features/send/trial/first-difference.ts';

const file = (text: string, bytes = new TextEncoder().encode(text).length) => ({ text, bytes });

describe('the first difference', () => {
  test.each([
    ['1\n2\n', '1\n3\n', 1],
    ['1\n2\n', '1\n', 1],
    ['1\n', '1\n2\n', 1],
    ['', 'x', 0],
    ['1 \r\n2', '1\n2\n\n', null],
    ['', '\n', null],
    ['a b', 'a  b', 0],
  ])('of %j and %j is in line %j', (expected, actual, line) => {
    expect(firstDifference(file(expected), file(actual))).toBe(line);
  });

  test('is not where a file was cut', () => {
    expect(firstDifference(file('1\n2\n3\n'), file('1\n2', 100))).toBe(null);
    expect(firstDifference(file('1\n2\n3\n'), file('1\n5\n3', 100))).toBe(1);
  });
});

test('a text is split around a line, which may be missing', () => {
  expect(aroundLine('1\n2\n3\n', 1)).toEqual({ before: '1\n', line: '2', after: '3\n' });
  expect(aroundLine('1\n2\n', 2)).toEqual({ before: '1\n2\n', line: null, after: '' });
  expect(aroundLine('', 0)).toEqual({ before: '', line: null, after: '' });
});
