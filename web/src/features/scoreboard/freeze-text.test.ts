import { expect, test } from 'vitest';
import { freezeTextKey } from '#features/scoreboard/freeze-text.ts';

test.each([
  ['the table now, in the freeze', { isFrozen: true, isPastQuery: false }, 'scoreboard.frozen'],
  [
    'an instant of the freeze, looked at later',
    { isFrozen: true, isPastQuery: true },
    'scoreboard.frozenThen',
  ],
  ['an instant before the freeze', { isFrozen: false, isPastQuery: true }, null],
  ['a table of which nothing is hidden', { isFrozen: false, isPastQuery: false }, null],
])('%s', (_what, table, key) => {
  expect(freezeTextKey(table)).toBe(key);
});
