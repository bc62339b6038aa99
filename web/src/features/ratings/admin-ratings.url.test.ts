import { expect, test } from 'vitest';
import {
  adminTablePath,
  computationPath,
  contestsForTablePath,
  readComputationChoice,
  readContestsForTable,
} from '#features/ratings/admin-ratings.url.ts';

test.each([
  '/admin/rating/create',
  '/admin/rating/create/page/3?query=cup&category=showOnlyFinished&sort_item=byStart&sort_order=asc&contests=7,3',
])('contests for a table keep their address %s', (path) => {
  const url = new URL(path, 'http://site');
  const page = /page\/(\d+)/.exec(url.pathname)?.[1];
  expect(contestsForTablePath(readContestsForTable(page, url.searchParams))).toBe(path);
});

test('only distinct positive numbers count as ticked contests', () => {
  const search = new URLSearchParams('contests=4,x,-2,4,0,9');
  expect(readContestsForTable(undefined, search).contestIds).toEqual([4, 9]);
});

test('a table has its points in the address unless they are the usual ones', () => {
  expect(adminTablePath([4, 9], { scoreInTime: 2, scoreInPractice: 1 })).toBe('/admin/rating/table/4,9');
  expect(adminTablePath([4], { scoreInTime: 3, scoreInPractice: 1 })).toBe(
    '/admin/rating/table/4?scoreInTime=3',
  );
});

test('a computation keeps its address, and nonsense means the default', () => {
  const path = '/admin/rating/compute?number=5&group=2&order=fall&query=an&page=3';
  expect(computationPath(readComputationChoice(new URL(path, 'http://site').searchParams))).toBe(path);
  const nonsense = readComputationChoice(new URLSearchParams('number=x&order=up&page=-1'));
  expect(computationPath(nonsense)).toBe('/admin/rating/compute');
});
