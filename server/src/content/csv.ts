import { stringify } from 'csv-stringify/sync';

/**
 * Lines of a CSV file for spreadsheets. A cell that a spreadsheet would compute (`=…`, `+…`, `-…`, `@…`) gets an
 * apostrophe before it, so that a name cannot run a formula on an organiser's machine. So does what stands behind another
 * separator, where a spreadsheet that expects that one begins a cell, whatever the quotes say.
 *
 * @param options `isFirst` begins the file with the mark by which spreadsheets recognise UTF-8
 */
export function csvLines(
  rows: readonly (readonly (string | number)[])[],
  { separator = ';', isFirst = false }: { separator?: string; isFirst?: boolean } = {},
): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))),
    {
      delimiter: separator,
      record_delimiter: 'windows',
      escape_formulas: true,
      bom: isFirst,
    },
  );
}

const guarded = (text: string) => text.replace(/[,;\t](?=[=+\-@＝＋－＠])/g, "$&'");
