import { expect, test } from 'vitest';
import { freezeTextKey } from '#features/scoreboard/freeze-text.ts';

const contest = { startTimeMs: 0, durationTimeMs: 2, relativeFreezeTimeMs: 1, practiceDurationTimeMs: 0 };

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
  expect(freezeTextKey(table, contest)).toBe(key);
});

test('the freeze lasts longer while others have extra time', () => {
  const table = { isFrozen: true, isPastQuery: false };
  expect(freezeTextKey(table, { ...contest, extraTimeMs: 1 })).toBe('scoreboard.frozenLonger');
  expect(freezeTextKey(table, { ...contest, thawsByHand: true })).toBe('scoreboard.frozenByHand');
});
