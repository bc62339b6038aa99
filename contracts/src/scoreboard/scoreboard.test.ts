import { expect, test } from 'vitest';
import { ScoreboardQuery } from '#scoreboard/scoreboard.ts';

const NOW = Number.POSITIVE_INFINITY;

test.each([
  [{}, { count: 20, offset: 0, showInTimeMs: NOW }],
  [
    { count: 'Infinity', showInTimeMs: 'Infinity' },
    { count: 100_000, offset: 0, showInTimeMs: NOW },
  ],
  [
    { count: '5', offset: '10', showInTimeMs: '1700000000000' },
    { count: 5, offset: 10, showInTimeMs: 17e11 },
  ],
  [
    { count: '-1', offset: '-1', showInTimeMs: '-1' },
    { count: 0, offset: 0, showInTimeMs: 0 },
  ],
  [
    { offset: 'x', showInTimeMs: 'x' },
    { count: 20, offset: 0, showInTimeMs: 0 },
  ],
  [
    { count: ['1', '2'], showInTimeMs: ['1', '2'] },
    { count: 20, offset: 0, showInTimeMs: NOW },
  ],
  [
    { q: ' Anna ', groupId: '7', audience: 'public' },
    { count: 20, offset: 0, showInTimeMs: NOW, q: 'Anna', groupId: 7, audience: 'public' },
  ],
  [
    { count: '', offset: ' ', showInTimeMs: '', groupId: '' },
    { count: 20, offset: 0, showInTimeMs: NOW },
  ],
])('the query %o of the table reads %o', (query, read) => {
  expect(ScoreboardQuery.parse(query)).toEqual({
    q: '',
    audience: 'own',
    scope: 'practice',
    past: 'shown',
    ...read,
  });
});
