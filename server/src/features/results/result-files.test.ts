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
const table = { problems: [], rows: [{ ...ROW, citation: 'gold' }] } as unknown as FinalTable;

test('a name that a spreadsheet would compute is text in the file for spreadsheets', () => {
  const [, line] = RESULT_FILES['results.csv'].write(table).split('\r\n');
  expect(line).toMatch(/^1;"'=HYPERLINK\(""http:\/\/localhost""\)";'@SSU;/);
});

test('ids and groups stand in results.tsv as in the files that tools of the ICPC compare with, in their own columns', () => {
  const [head, line] = RESULT_FILES['results.tsv'].write(table).split('\n');
  expect(head).toBe('results\t1');
  expect(line?.split('\t')).toEqual(['=T-1', '1', 'Gold Medal', '1', '20', '20', '+7 Saratov']);
});
