import { expect, test } from 'vitest';
import { placeOf, sguPlaceOf } from '#cf/places.ts';

test.each([
  ['archive:33A', 'archive:33A'],
  ['problemset:33a', 'archive:33A'],
  [' 1045J2 ', 'archive:1045J2'],
  ['gym:100001A', 'gym:100001A'],
  ['100001A', 'gym:100001A'],
  ['https://codeforces.com/contest/33/problem/A', 'archive:33A'],
  ['https://codeforces.com/problemset/problem/33/A', 'archive:33A'],
  ['https://codeforces.com/gym/100001/problem/B1', 'gym:100001B1'],
  ['gym:33A', null],
  ['archive:100001A', null],
  ['archive:99999A', null],
  ['archive:33', null],
  ['archive:033A', null],
  ['https://elsewhere.example/contest/33/problem/A', null],
  ['../33A', null],
])('%s is stored as %s', (text, stored) => {
  expect(placeOf(text)?.foreignId ?? null).toBe(stored);
});

test.each([
  ['100', '100'],
  ['sgu:553', '553'],
  ['99999:100', '100'],
  ['99', null],
  ['1000', null],
  ['100A', null],
])('%s of acm.sgu.ru is stored as %s', (text, stored) => {
  expect(sguPlaceOf(text)?.foreignId ?? null).toBe(stored);
});
