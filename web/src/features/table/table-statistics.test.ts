import { expect, test } from 'vitest';
import { problemStatistics } from '#features/table/table-statistics.ts';

const row = (...results: string[]) => ({
  cells: results.map((result, index) => ({ problemSymbol: 'ABC'[index] ?? '', result })),
});

test('a problem’s statistics count participants and their tries, the accepted one too', () => {
  expect(problemStatistics([row('+', '-3', '—'), row('+2', '—', '—'), row('-1', '+', '—')])).toEqual([
    { problemSymbol: 'A', solved: 2, tried: 3, tries: 5 },
    { problemSymbol: 'B', solved: 1, tried: 2, tries: 4 },
    { problemSymbol: 'C', solved: 0, tried: 0, tries: 0 },
  ]);
  expect(problemStatistics([])).toEqual([]);
});
