import { expect, test } from 'vitest';
import { choicePath, isNarrowed, readChoice } from '#features/contest-list/contest-list.url.ts';

const DEFAULT = { page: 1, query: '', category: 'all', sort: 'byStart', order: 'desc' } as const;

test('a bare address means the first page, newest start first', () => {
  expect(readChoice(undefined, new URLSearchParams())).toEqual(DEFAULT);
  expect(choicePath(DEFAULT)).toBe('/contests');
});

test('an address gives back the choice it was made from', () => {
  const choice = {
    page: 3,
    query: 'кубок & co',
    category: 'showOnlyFrozen',
    sort: 'byId',
    order: 'asc',
  } as const;
  const url = new URL(choicePath(choice), 'http://here');
  expect(url.pathname).toBe('/contests/page/3');
  expect(readChoice('3', url.searchParams)).toEqual(choice);
});

test('the parameters have the names of the specification', () => {
  const choice = { ...DEFAULT, query: 'x', category: 'showOnlyStarted', sort: 'byId', order: 'asc' } as const;
  const { searchParams } = new URL(choicePath(choice), 'http://here');
  expect([...searchParams.keys()].sort()).toEqual(['category', 'query', 'sort_item', 'sort_order']);
});

test('unknown values in an address mean the defaults', () => {
  const search = new URLSearchParams('category=mine&sort_item=byLuck&sort_order=up');
  expect(readChoice('x', search)).toEqual(DEFAULT);
});

test('only a search or a filter narrows the list', () => {
  expect(isNarrowed({ ...DEFAULT, order: 'asc' })).toBe(false);
  expect(isNarrowed({ ...DEFAULT, query: '  ' })).toBe(false);
  expect(isNarrowed({ ...DEFAULT, category: 'showOnlyFrozen' })).toBe(true);
});
