import { expect, test } from 'vitest';
import { pageNumber, pagesNumber, pageWindow } from '#shared/ui/lists/pages.ts';

test('the pager offers five pages on each side, within the list', () => {
  expect(pageWindow(10, 40, 5)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(pageWindow(2, 40, 5)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pageWindow(39, 40, 5)).toEqual([34, 35, 36, 37, 38, 39, 40]);
});

test('a page beyond the end offers the way back', () => {
  expect(pageWindow(9, 6, 5)).toEqual([4, 5, 6]);
});

test('the last page may be partly full, and an empty list has one page', () => {
  expect(pagesNumber(21, 10)).toBe(3);
  expect(pagesNumber(20, 10)).toBe(2);
  expect(pagesNumber(0, 10)).toBe(1);
});

test('an unreadable page number is the first page', () => {
  for (const text of [undefined, '', '0', '-1', '1.5', 'two', '99999999999'])
    expect(pageNumber(text)).toBe(1);
  expect(pageNumber('12')).toBe(12);
});
