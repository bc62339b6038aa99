import { expect, test } from 'vitest';
import { isNarrowed, peoplePath, readPeopleChoice } from '#features/user-admin/people.url.ts';

const read = (path: string) => {
  const url = new URL(path, 'https://example.org');
  return readPeopleChoice(/\/page\/(.*)$/.exec(url.pathname)?.[1], url.searchParams);
};

test.each([
  '/admin/users',
  '/admin/users/page/3?query=%D0%B0%D0%BD%D0%BD%D0%B0&group=7&role=1024&activity=never&ban=banned&sort=name',
  '/admin/users?group=0',
])('%s is the address of what it shows', (path) => {
  expect(peoplePath(read(path))).toBe(path);
});

test('unknown values are everybody, on the first page', () => {
  const choice = read('/admin/users/page/-1?group=x&role=7&activity=often&ban=1&sort=size');
  expect(peoplePath(choice)).toBe('/admin/users');
  expect([isNarrowed(choice), isNarrowed(read('/admin/users?group=0'))]).toEqual([false, true]);
});
