import { expect, test } from 'vitest';
import { mayKeep } from '#service-worker/kept-paths.ts';

const keeps = (path: string, destination = '') => mayKeep(new URL(path, 'http://hall'), destination);

test.each([
  '/api/contest/7',
  '/api/contest/7/problems',
  '/api/contest/7/problems?locale=ru-ru',
  '/api/contest/7/problems/AA?locale=en-us',
])('%s is kept', (path) => {
  expect(keeps(path)).toBe(true);
});

test.each([
  '/api/contest/all',
  '/api/contest/7/canJoin',
  '/api/contest/7/table2',
  '/api/contest/7/table2?count=50',
  '/api/contest/7/messages',
  '/api/contest/7/solutions/my',
  '/api/contest/7/problems/A/languages',
  '/api/contest/7/problems?locale=ru-ru&as=1',
  '/api/user/me',
  '/api/admin/users',
  '/api/problems/3/files/a.svg/more',
])('%s is not kept', (path) => {
  expect(keeps(path)).toBe(false);
});

test('a file of a statement is kept as a picture, not when it is opened', () => {
  expect(keeps('/api/problems/3/files/rope.svg', 'image')).toBe(true);
  expect(keeps('/api/problems/3/files/rope.svg', 'document')).toBe(false);
});
