import { expect, test } from 'vitest';
import { ADMIN_CONTESTS } from '#features/contest-admin/list/admin-contests.url.ts';

test('the list of organisers goes by start, so that what runs stands before what is over', () => {
  const choice = ADMIN_CONTESTS.readChoice(undefined, new URLSearchParams());
  expect(choice).toMatchObject({ sort: 'byStart', order: 'desc' });
  expect(ADMIN_CONTESTS.choicePath(choice)).toBe('/admin/contests');
  expect(ADMIN_CONTESTS.choicePath({ ...choice, sort: 'byId' })).toBe('/admin/contests?sort_item=byId');
});
