import { expect, test } from 'vitest';
import { compareLines } from '#features/problem-editor/versions/compare-lines.ts';

const signs = (former: string, present: string) =>
  compareLines(former, present).map(({ kind, text }) => `${kind === 'removed' ? '-' : '+'}${text}`);

test('only lines that differ are named, removed ones before what came in their place', () => {
  expect(signs('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual(['-b', '+x', '+e']);
  expect(signs('a\nb', 'a\nb')).toEqual([]);
  expect(signs('', 'a')).toEqual(['+a']);
  expect(signs('a\na\nb', 'a\nb')).toEqual(['-a']);
});

test('empty lines are no difference worth showing', () => {
  expect(signs('a\n\nb', 'a\nb')).toEqual([]);
});

test('very long texts are compared as sets', () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
  const present = ['new', ...lines.slice(1).toReversed()];
  expect(signs(lines.join('\n'), present.join('\n'))).toEqual(['-line 0', '+new']);
});
