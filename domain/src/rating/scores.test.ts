import { expect, test } from 'vitest';
import { scoreTable } from '#rating/scores.ts';

const person = (userId: number, ...solves: [inTime: number, later: number][]) => ({
  userId,
  solves: solves.map(([inTime, later], column) => ({ column, inTime, later })),
});
const drawn = (rows: ReturnType<typeof scoreTable>) =>
  rows.map((row) => `${row.displayRank} u${row.userId} ${row.scoreInTime}+${row.scoreLater}=${row.scoreSum}`);

test('adds up over contests, best first', () => {
  const people = [person(1, [1, 0], [0, 1]), person(2, [3, 0], [0, 0]), person(3, [0, 0], [2, 2])];
  expect(drawn(scoreTable(people, { inTime: 2, later: 1 }))).toEqual([
    '1 u2 6+0=6',
    '2 u3 4+2=6',
    '3 u1 2+1=3',
  ]);
});

test('shares places of equal scores only', () => {
  const people = [
    person(1, [1, 0]),
    person(2, [2, 0]),
    person(3, [1, 0]),
    person(4, [0, 2]),
    person(5, [0, 1]),
  ];
  expect(drawn(scoreTable(people, { inTime: 2, later: 1 }))).toEqual([
    '1 u2 4+0=4',
    '2-3 u1 2+0=2',
    '2-3 u3 2+0=2',
    '4 u4 0+2=2',
    '5 u5 0+1=1',
  ]);
});

test('leaves out who solved nothing, also when points are negative', () => {
  const people = [person(1, [0, 0]), person(2, [1, 0])];
  expect(drawn(scoreTable(people, { inTime: -1.5, later: 0 }))).toEqual(['1 u2 -1.5+0=-1.5']);
  expect(scoreTable([], { inTime: 2, later: 1 })).toEqual([]);
});

test('sees ties of fractions that were added in different ways', () => {
  const people = [person(1, [3, 0]), person(2, [1, 1])];
  const rows = scoreTable(people, { inTime: 0.1, later: 0.2 });
  expect(rows.map(({ scoreSum }) => scoreSum)).toEqual([0.3, 0.3]);
  expect(drawn(rows)[0]).toBe('1 u1 0.3+0=0.3');
});
