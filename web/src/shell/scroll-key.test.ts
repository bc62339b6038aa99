import { expect, test } from 'vitest';
import { scrollKey } from '#shell/scroll-key.ts';

const at = (pathname: string, key = 'default') => ({
  pathname,
  key,
  search: '?page=2',
  hash: '',
  state: null,
});

test('pages that are opened by a load do not share a scroll position, but for a reload', () => {
  expect(scrollKey(at('/contests'))).not.toBe(scrollKey(at('/admin/contests')));
  expect(scrollKey(at('/contests'))).toBe(scrollKey(at('/contests')));
});

test('entries of one history keep theirs apart, also at one address', () => {
  expect(scrollKey(at('/contests', 'one'))).not.toBe(scrollKey(at('/contests', 'other')));
});
