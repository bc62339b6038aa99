import { expect, test } from 'vitest';
import { loginsOf } from '#features/groups/logins.ts';

test('logins are read from lines, columns of a spreadsheet and lists, each once', () => {
  expect(loginsOf('anna\r\nboris\tvera\n\n anna; Oleg,oleg ')).toEqual(['anna', 'boris', 'vera', 'oleg']);
  expect(loginsOf('  \n')).toEqual([]);
});
