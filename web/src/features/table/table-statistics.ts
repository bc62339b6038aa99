import type { TableRow } from '@balloon/contracts/scoreboard.ts';

/** One problem over all the rows. */
export interface ProblemStatistics {
  problemSymbol: string;
  /** Participants who solved it. */
  solved: number;
  /** Participants who tried. */
  tried: number;
  /** Tries that counted, until the problem was solved. */
  tries: number;
}

/** How a problem went, from what the cells of these rows tell; tries without a known verdict do not count. */
export function problemStatistics(rows: readonly Pick<TableRow, 'cells'>[]): ProblemStatistics[] {
  const columns = rows[0]?.cells ?? [];
  return columns.map(({ problemSymbol }, column) => {
    const statistics = { problemSymbol, solved: 0, tried: 0, tries: 0 };
    for (const { cells } of rows) {
      const result = cells[column]?.result ?? '—';
      const isSolved = result.startsWith('+');
      if (!isSolved && !result.startsWith('-')) continue;
      statistics.tried += 1;
      statistics.solved += isSolved ? 1 : 0;
      statistics.tries += (isSolved ? 1 : 0) + (Number(result.slice(1)) || 0);
    }
    return statistics;
  });
}
