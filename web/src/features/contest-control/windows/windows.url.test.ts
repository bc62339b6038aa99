import { expect, test } from 'vitest';
import { readWindowSearch, windowQuery, windowsPath } from '#features/contest-control/windows/windows.url.ts';

test('a search stands in the address, and comes back from it', () => {
  const search = { state: 'running', q: 'Анна & Борис', page: 3 } as const;
  expect(readWindowSearch(new URLSearchParams(windowQuery(search)))).toEqual(search);
  expect(windowsPath(7)).toBe('/admin/contests/7/windows');
});

test('what makes no sense in the address is left out', () => {
  const search = new URLSearchParams('state=flying&page=-2');
  expect(readWindowSearch(search)).toEqual({ state: 'all', q: '', page: 1 });
});
