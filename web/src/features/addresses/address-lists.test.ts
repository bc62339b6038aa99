import { expect, test } from 'vitest';
import { groupAddresses } from '#features/addresses/address-lists.ts';

const person = (id: number, fullName: string) => ({
  ...{ id, fullName, username: `u${id}`, firstName: '', lastName: '' },
  ...{ accessGroup: { mask: 256, name: 'User' }, isAdmin: false, isModerator: false, isSupervisor: false },
});
const pair = (userId: number, ip: string) => ({
  ...{ userId, ip, solutionsNumber: 1, firstAtMs: 1, lastAtMs: 2, isSignedIn: false },
});
const report = {
  people: [person(1, 'Anna'), person(2, 'Boris')],
  addresses: [pair(1, '10.0.0.1'), pair(2, '10.0.0.1'), pair(2, '10.0.0.2')],
};
const titles = (by: 'people' | 'addresses', q = '', isSharedOnly = false) =>
  groupAddresses(report, by, { q, isSharedOnly }).map(({ title, entries }) => [title, entries.length]);

test('people and addresses are grouped both ways, those with most first', () => {
  expect(titles('people')).toEqual([
    ['Boris', 2],
    ['Anna', 1],
  ]);
  expect(titles('addresses')).toEqual([
    ['10.0.0.1', 2],
    ['10.0.0.2', 1],
  ]);
});

test('words find either side, and shared ones can be shown alone', () => {
  expect(titles('addresses', 'anna')).toEqual([['10.0.0.1', 2]]);
  expect(titles('people', '', true)).toEqual([['Boris', 2]]);
});
