import { expect, test } from 'vitest';
import { byGroup, type Credentials, credentialsCsv } from '#features/user-admin/passwords/credentials.ts';

const [first, second] = [
  { id: 1, name: '10А' },
  { id: 2, name: 'Circle; Monday' },
];
const person = (username: string, ...groups: Credentials['groups']): Credentials => ({
  ...{ userId: 1, firstName: '=Анна', lastName: 'Смирнова', username, password: '-x;y', groups },
});

test('each group has a sheet, and those without a group have one too', () => {
  const people = [person('both', first, second), person('one', first), person('free')];
  const sheets = byGroup(people).map((sheet) => [
    sheet.group?.name ?? null,
    sheet.people.map(({ username }) => username),
  ]);
  expect(sheets).toEqual([
    ['10А', ['both', 'one']],
    ['Circle; Monday', ['both']],
    [null, ['free']],
  ]);
  expect(byGroup([])).toEqual([]);
});

test('the file quotes what would be a column, and no name is a formula', () => {
  const words = { lastName: 'L', firstName: 'F', username: 'U', password: 'P', groups: 'G' };
  expect(credentialsCsv([person('a.b', first, second)], words, ';')).toBe(
    `L;F;U;P;G\r\nСмирнова;'=Анна;a.b;"'-x;y";"10А, Circle; Monday"`,
  );
});
