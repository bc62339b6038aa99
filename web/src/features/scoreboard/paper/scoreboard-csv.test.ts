import type { ScoreboardPage, ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { expect, test } from 'vitest';
import { scoreboardCsv } from '#features/scoreboard/paper/scoreboard-csv.ts';

const words = {
  place: 'Place',
  placeAmongShown: 'Here',
  participant: 'Name',
  username: 'Login',
  organization: 'From',
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
          { problemSymbol: 'A', wrongTries: 2, acceptedAfterMs: 3_030_000, pendingTries: 0 },
          { problemSymbol: 'B', wrongTries: 1, pendingTries: 3 },
        ],
      },
      {
        user: { fullName: '', username: 'boris' },
        displayRank: 3,
        acceptedSolutions: 0,
        penalty: 0,
        cells: [
          { problemSymbol: 'A', wrongTries: 0, pendingTries: 0 },
          { problemSymbol: 'B', wrongTries: 0, acceptedAfterMs: -300_000, pendingTries: 0 },
        ],
      },
    ] as ScoreboardRow[],
  } as unknown as ScoreboardPage;

  expect(scoreboardCsv(table, words, ';').split('\r\n')).toEqual([
    'Place;Name;Login;Solved;Penalty;A: wrong;A: solved at;A: pending;B: wrong;B: solved at;B: pending',
    `1–2;"'=Anna; ""A""";anna;1;90;2;00:50;;1;;3`,
    `3;boris;boris;0;0;;;;0;'-00:05;`,
  ]);
});

test('teams have a column of their organisations', () => {
  const organization = { name: 'SSU', formalName: '', country: 'KAZ', logo: null };
  const rows = [
    { fullName: 'Kings', username: 'team1', organization },
    { fullName: '', username: 'boris' },
  ].map((user) => ({
    user,
    displayRank: 1,
    acceptedSolutions: 0,
    penalty: 0,
    cells: [] as ScoreboardRow['cells'],
  })) as ScoreboardRow[];
  const table = { header: [] as ScoreboardPage['header'], rows } as ScoreboardPage;

  expect(scoreboardCsv(table, words, ';').split('\r\n')).toEqual([
    'Place;Name;Login;From;Solved;Penalty',
    '1;Kings;team1;SSU, KAZ;0;0',
    '1;boris;boris;;0;0',
  ]);
});

test('a filtered table has places of its own, and what is to be known stands below', () => {
  const row = {
    user: { fullName: 'Anna', username: 'anna' },
    acceptedSolutions: 1,
    penalty: 90,
    penaltySec: 5405,
  };
  const rows = [
    { ...row, displayRank: '4-5', rankAmongShown: 1, cells: [] as ScoreboardRow['cells'] },
    { ...row, displayRank: '', cells: [] as ScoreboardRow['cells'] },
  ] as ScoreboardRow[];
  const table = { header: [] as ScoreboardPage['header'], rows } as ScoreboardPage;

  expect(scoreboardCsv(table, words, ';', ['Not final']).split('\r\n')).toEqual([
    'Place;Here;Name;Login;Solved;Penalty',
    '4–5;1;Anna;anna;1;90:05',
    ';;Anna;anna;1;90:05',
    'Not final',
  ]);
});
