import { expect, test } from 'vitest';
import { deviceRows, formerPlace } from '#features/addresses/device-rows.ts';

const person = (id: number, fullName: string) => ({
  ...{ id, fullName, username: `u${id}`, firstName: '', lastName: '' },
  ...{ accessGroup: { mask: 256, name: 'User' }, isAdmin: false, isModerator: false, isSupervisor: false },
});
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const session = (id: number, userId: number, holds = false, member: string | null = null) => ({
  ...{ id, userId, member, ip: `10.0.0.${id}`, userAgent: FIREFOX, signedInAtMs: 1, seenAtMs: 2, holds },
});
const devices = {
  people: [person(2, 'Boris'), person(1, 'Anna'), person(3, 'Vera')],
  held: [{ userId: 1, ip: '10.0.0.1', userAgent: FIREFOX, heldSinceMs: 1, movedBy: null }],
  sessions: [session(1, 1, true), session(2, 1), session(3, 2)],
};
const names = (q = '', isSeveralOnly = false) =>
  deviceRows(devices, { q, isSeveralOnly }).map(({ name, sessions }) => `${name} ${sessions.length}`);

test('participants stand by name with where they are signed in', () => {
  expect(names()).toEqual(['Anna 2', 'Boris 1', 'Vera 0']);
});

test('words find names, addresses and browsers; those on several devices can be shown alone', () => {
  expect(names('10.0.0.3')).toEqual(['Boris 1']);
  expect(names('firefox')).toEqual(['Anna 2', 'Boris 1']);
  expect(names('', true)).toEqual(['Anna 2']);
});

test('a team is found by the members who are signed in', () => {
  const sessions = [session(1, 1, false, 'Anna Smirnova')];
  const rows = deviceRows({ ...devices, sessions }, { q: 'smirnova', isSeveralOnly: false });
  expect(rows.map(({ person: { id } }) => id)).toEqual([1]);
});

test('a participation can be brought back to where it was, unless that device has signed out', () => {
  const rows = deviceRows(devices, { q: '', isSeveralOnly: false });
  const signedOut = rows.map((row) => ({ ...row, sessions: [] }));
  expect([rows, signedOut].map((all) => all.map(formerPlace))).toEqual([
    [1, null, null],
    [undefined, null, null],
  ]);
});
