import { describe, expect, test } from 'vitest';
import {
  onPage,
  positiveIds,
  ratingPath,
  readPage,
  readPoints,
  readRatingChoice,
  scoresPath,
} from '#features/ratings/rating-index.url.ts';

describe('the address of the rating index', () => {
  test('says everything and comes back the same', () => {
    const choice = {
      view: 'contests',
      page: 3,
      query: 'кубок',
      groupId: 5,
      contestIds: [12, 7],
    } as const;
    const path = ratingPath(choice);
    const url = new URL(path, 'http://x');
    expect(path).toContain('contests=12,7');
    expect(readRatingChoice(/page\/(\d+)/.exec(url.pathname)?.[1], url.searchParams)).toEqual(choice);
  });

  test('is short for the start', () => {
    const choice = readRatingChoice(undefined, new URLSearchParams('view=nothing&group=-1&contests=a,,0'));
    expect(choice).toEqual({ view: 'people', page: 1, query: '', groupId: null, contestIds: [] });
    expect(ratingPath(choice)).toBe('/rating');
  });
});

test.each([
  ['3,7,3', [3, 7]],
  [' 3 , x,-2,0,1.5,9999999999', [3]],
  ['', []],
  [undefined, []],
])('positive numbers of "%s" are %j', (text, ids) => {
  expect(positiveIds(text)).toEqual(ids);
});

test('points stand in the address when they are not the usual ones', () => {
  const usual = { scoreInTime: 2, scoreInPractice: 1 };
  const points = { scoreInTime: 2, scoreInPractice: -0.5 };
  const path = scoresPath([3, 7], points, usual);
  expect(path).toBe('/rating/create/3,7?scoreInPractice=-0.5');
  expect(readPoints(new URL(path, 'http://x').searchParams, usual)).toEqual(points);
  expect(readPoints(new URLSearchParams('scoreInTime=many'), usual)).toEqual(usual);
});

test.each([
  ['/rating/create/3,7', 2, '/rating/create/3,7?page=2'],
  ['/rating/create/3,7?scoreInTime=3', 2, '/rating/create/3,7?scoreInTime=3&page=2'],
  ['/rating/create/3,7?scoreInTime=3', 1, '/rating/create/3,7?scoreInTime=3'],
])('a page of %s is in its address', (path, page, address) => {
  expect(onPage(path, page)).toBe(address);
  expect(readPage(new URL(address, 'http://x').searchParams)).toBe(page);
});

test.each(['', 'page=0', 'page=-2', 'page=x'])('"%s" is the first page', (search) => {
  expect(readPage(new URLSearchParams(search))).toBe(1);
});
