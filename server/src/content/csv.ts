import { withoutFormulas } from '@balloon/contracts/site/csv-formulas.ts';
import { stringify } from 'csv-stringify/sync';

/**
 * Lines of a CSV file for spreadsheets; texts run no formulas.
 *
 * @param options `isFirst` begins the file with the mark by which spreadsheets recognise UTF-8
 */
export function csvLines(
  rows: readonly (readonly (string | number)[])[],
  { separator = ';', isFirst = false }: { separator?: string; isFirst?: boolean } = {},
): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell))),
    {
      delimiter: separator,
      record_delimiter: 'windows',
      bom: isFirst,
    },
  );
}
