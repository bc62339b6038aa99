import type { Table2, TableRow } from '@balloon/contracts/scoreboard.ts';
import { expect, test } from 'vitest';
import { tableCsv } from '#features/table/table-csv.ts';

const words = {
  place: 'Place',
  participant: 'Name',
  username: 'Login',
  solved: 'Solved',
  penalty: 'Penalty',
  wrongTries: 'wrong',
  solvedAt: 'solved at',
  pending: 'pending',
};

test('standings become lines with three fields a problem', () => {
  const table = {
    header: [{ problemIndex: 'A' }, { problemIndex: 'B' }],
    rows: [
      {
        user: { fullName: '=Anna; "A"', username: 'anna' },
        displayRank: '1-2',
        acceptedSolutions: 1,
        penalty: 90,
        cells: [
          { problemSymbol: 'A', result: '+2', acceptedAt: '00:50', pendingTries: 0 },
          { problemSymbol: 'B', result: '-1', pendingTries: 3 },
        ],
      },
      {
        user: { fullName: '', username: 'boris' },
        displayRank: 3,
        acceptedSolutions: 0,
        penalty: 0,
        cells: [
          { problemSymbol: 'A', result: '—' },
          { problemSymbol: 'B', result: '+', acceptedAt: '-00:05' },
        ],
      },
    ] as TableRow[],
  } as unknown as Table2;

  expect(tableCsv(table, words, ';').split('\r\n')).toEqual([
    'Place;Name;Login;Solved;Penalty;A: wrong;A: solved at;A: pending;B: wrong;B: solved at;B: pending',
    `1–2;"'=Anna; ""A""";anna;1;90;2;00:50;;1;;3`,
    `3;boris;boris;0;0;;;;0;'-00:05;`,
  ]);
});
