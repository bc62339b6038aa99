import { expect, test } from 'vitest';
import {
  readPlace,
  type ScoreboardPlace,
  withinResults,
  writePlace,
} from '#features/scoreboard/scoreboard-place.ts';

const NOWHERE = {
  offset: 0,
  atMs: null,
  range: 'main',
  scope: 'contest',
  past: 'shown',
  q: '',
  groupId: null,
  isPublic: false,
  isLive: true,
  isProjected: false,
};

test.each([
  ['', {}],
  ['offset=50&at=1700000000000&range=full', { offset: 50, atMs: 1.7e12, range: 'full' }],
  ['q=anna+b&group=7&as=public', { q: 'anna b', groupId: 7, isPublic: true }],
  ['scope=practice&at=5&past=real', { scope: 'practice', atMs: 5, past: 'real' }],
  ['live=off&view=projector', { isLive: false, isProjected: true }],
  ['offset=-1&at=x&range=y&scope=z&past=w&group=0&as=me&live=on&view=cinema', {}],
  ['group=99999999999', {}],
])('the address ?%s is read', (search, place) => {
  expect(readPlace(new URLSearchParams(search))).toEqual({ ...NOWHERE, ...place });
});

test.each<[string, Partial<ScoreboardPlace>, string]>([
  ['test=1&offset=50&at=5', { q: 'anna' }, 'test=1&at=5&q=anna'],
  ['offset=50&q=anna', { q: '' }, ''],
  ['offset=50', { groupId: 3 }, 'group=3'],
  ['at=5&range=full&past=real', { atMs: null }, ''],
  ['at=5&offset=50', { scope: 'practice', past: 'real' }, 'at=5&scope=practice&past=real'],
  ['offset=50', { isLive: false, isProjected: true }, 'offset=50&live=off&view=projector'],
])('from ?%s the change %o leads to ?%s', (search, change, next) => {
  expect(writePlace(new URLSearchParams(search), change).toString()).toBe(next);
});

test.each<[string, Partial<ScoreboardPlace>, Partial<ScoreboardPlace>]>([
  ['scope=practice&at=9', { scope: 'contest' }, { scope: 'contest', atMs: 5 }],
  ['scope=practice&at=9', { atMs: 8 }, { atMs: 8 }],
  // The slider moved among the results with practice, and tells so when those of the contest are shown.
  ['at=2', { atMs: 9 }, { atMs: 5 }],
  ['at=2', { atMs: 4 }, { atMs: 4 }],
  ['', { scope: 'contest' }, { scope: 'contest' }],
])('at ?%s the change %o of a contest that ended at 5 is %o', (search, change, limited) => {
  expect(withinResults(readPlace(new URLSearchParams(search)), change, 5)).toEqual(limited);
});
