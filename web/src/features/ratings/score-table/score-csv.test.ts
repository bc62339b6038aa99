import type { ScoreTable } from '@balloon/contracts/ratings/ratings.ts';
import { expect, test } from 'vitest';
import { csvOf } from '#features/ratings/score-table/score-csv.ts';

const user = {
  id: 1,
  username: 'anna',
  firstName: 'Anna',
  lastName: 'Ivanova',
  fullName: 'Anna "A" Ivanova',
  accessGroup: { mask: 256, name: 'User' },
  isAdmin: false,
  isModerator: false,
  isSupervisor: false,
};
const table: ScoreTable = {
  header: { row: [{ id: 7, name: 'Cup, final', startTimeMs: 0 }] },
  rows: [
    {
      user,
      row: [[2, 1]],
      scoreInTime: 3,
      scoreInPractice: -0.5,
      scoreSum: 2.5,
      rank: 1,
      displayRank: '1-2',
    },
    {
      user: { ...user, fullName: '=cmd()' },
      row: [[2, 1]],
      scoreInTime: 3,
      scoreInPractice: -0.5,
      scoreSum: 2.5,
      rank: 1,
      displayRank: '1-2',
    },
  ],
};
const words = { place: 'Place', participant: 'Name', inTime: 'in time', later: 'later', sum: 'sum' };

test('has two columns a contest and quotes what needs it', () => {
  expect(csvOf(table, words, ',').split('\r\n')).toEqual([
    'Place,Name,"#7 Cup, final: in time","#7 Cup, final: later",in time,later,sum',
    '1–2,"Anna ""A"" Ivanova",2,1,3,-0.5,2.5',
    "1–2,'=cmd(),2,1,3,-0.5,2.5",
  ]);
});

test('divides as spreadsheets do where numbers have commas', () => {
  expect(csvOf(table, words, ';').split('\r\n')[1]).toBe('1–2;"Anna ""A"" Ivanova";2;1;3;-0,5;2,5');
});
