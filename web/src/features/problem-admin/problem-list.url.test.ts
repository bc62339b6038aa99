import { expect, test } from 'vitest';
import { problemListPath, readProblemChoice } from '#features/problem-admin/problem-list.url.ts';

const read = (path: string) => readProblemChoice(new URL(path, 'https://site').searchParams);

test('an address of defaults is plain, and every choice returns from its address', () => {
  expect(problemListPath(read('/admin/problems'))).toBe('/admin/problems');
  const path =
    '/admin/problems?query=sum&system=cf&state=failing&contest=7&tag=dp&sort=byTitle&order=desc&page=3';
  expect(problemListPath(read(path))).toBe(path);
});

test('invalid parts of an address mean the defaults', () => {
  expect(read('/admin/problems?system=x&state=y&contest=z&sort=w&order=up&page=-1')).toEqual(
    read('/admin/problems'),
  );
});

test('each sort has an order of its own, which the address leaves out', () => {
  expect(read('/admin/problems?sort=byUse').order).toBe('desc');
  expect(problemListPath({ sort: 'byTitle', order: 'asc' })).toBe('/admin/problems?sort=byTitle');
});
