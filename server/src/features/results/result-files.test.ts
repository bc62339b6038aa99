import { expect, test } from 'vitest';
import type { FinalTable } from '#features/results/final-table.ts';
import { RESULT_FILES } from '#features/results/result-files.ts';

const ROW = {
  ...{
    teamId: '=T-1',
    name: '=HYPERLINK("http://localhost")',
    organization: '@SSU',
    groupWon: '+7\tSaratov',
  },
  ...{ rank: 1, citation: null, solved: 1, penaltyMin: 20, lastSolveMin: 20, cells: [] },
};
const table = {
  contest: { hasOfficialResults: true },
  problems: [],
  rows: [{ ...ROW, citation: 'gold' }],
} as unknown as FinalTable;

test('a name that a spreadsheet would compute is text in the file for spreadsheets', () => {
  const [, line] = RESULT_FILES['results.csv'].write(table).split('\r\n');
  expect(line).toMatch(/^1;"'=HYPERLINK\(""http:\/\/localhost""\)";'@SSU;/);
});

test('ids and groups stand in results.tsv as in the files that tools of the ICPC compare with, in their own columns', () => {
  const [head, line] = RESULT_FILES['results.tsv'].write(table).split('\n');
  expect(head).toBe('results\t1');
  expect(line?.split('\t')).toEqual(['=T-1', '1', 'Gold Medal', '1', '20', '20', '+7 Saratov']);
});

const MIN = 60_000;
const rowOf = (teamId: string, name: string, place: number | null, rank: number | null) => ({
  ...{ ...ROW, teamId, name, place, rank },
});
/** Five hours, of which ten minutes were cut out. */
const contest = {
  ...{
    startTimeMs: 0,
    durationTimeMs: 310 * MIN,
    relativeFreezeTimeMs: 310 * MIN,
    practiceDurationTimeMs: 0,
  },
  ...{ removedIntervals: [{ id: 1, fromMs: 60 * MIN, toMs: 70 * MIN, isEndMoved: true }] },
  ...{ windowTimeMs: null, finalizedAtMs: null },
};

test('each row of scoreboard.json has its place as rank, tied rows stand by name, and who is out of the ranking is left out', () => {
  const rows = [
    ...[rowOf('1', 'Saratov', 1, 1), rowOf('2', 'Perm', 2, 2), rowOf('3', 'Omsk', 2, 2)],
    ...[rowOf('4', 'Guests', null, null), rowOf('5', 'Tula', 4, null)],
  ];
  const file = RESULT_FILES['scoreboard.json'].write({
    contest,
    nowMs: 0,
    problems: [],
    rows,
  } as unknown as FinalTable);
  expect(JSON.parse(file)).toMatchObject({
    contest_time: '5:00:00.000',
    rows: [
      { team_id: '1', rank: 1 },
      { team_id: '3', rank: 2 },
      { team_id: '2', rank: 2 },
      { team_id: '5', rank: 4 },
    ],
  });
});

test('ranks that people read are the places of the table, unless official ones leave the lower half without', () => {
  const rows = [rowOf('1', 'Saratov', 1, 1), rowOf('2', 'Tula', 2, null), rowOf('3', 'Guests', null, null)];
  const ranksIn = (hasOfficialResults: boolean) => {
    const named = { ...contest, name: 'Cup', hasOfficialResults };
    const table = { contest: named, nowMs: 0, problems: [], rows } as unknown as FinalTable;
    const csv = RESULT_FILES['results.csv'].write(table).trim().split('\r\n').slice(1);
    const page = RESULT_FILES['results.html'].write(table, 'en-us').matchAll(/<tr><td>(.*?)<\/td>/g);
    return [csv.map((line) => line.split(';')[0]), [...page].map(([, rank]) => rank)];
  };
  expect(ranksIn(false)).toEqual([
    ['1', '2', ''],
    ['1', '2', ''],
  ]);
  expect(ranksIn(true)).toEqual([
    ['1', '', ''],
    ['1', '', ''],
  ]);
});
