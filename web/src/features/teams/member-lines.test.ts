import { expect, test } from 'vitest';
import { linesOf, membersOf } from '#features/teams/member-lines.ts';

test.each([
  ['Петров, Иван', ''],
  ['Петров, Иван', 'ivan'],
  ['Martin Luther King, Jr.', ''],
  ['Anna,', ''],
])('%s, with the username "%s", is read as it was written', (name, username) => {
  const members = [{ name, username: username || null, accountId: null }];
  expect(membersOf(linesOf(members))).toEqual([{ name, username }]);
});

test('members are lines of a name and perhaps a username, both ways', () => {
  const members = [
    { name: 'Anna Ivanova', username: 'anna', accountId: 1 },
    { name: 'Boris', username: null, accountId: null },
  ];
  expect(linesOf(members)).toBe('Anna Ivanova, anna\nBoris');
  expect(membersOf(' Anna Ivanova , anna\n\n Boris \n, nobody')).toEqual([
    { name: 'Anna Ivanova', username: 'anna' },
    { name: 'Boris', username: '' },
  ]);
});
