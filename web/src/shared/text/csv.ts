import { withoutFormulas } from '@balloon/contracts/site/csv-formulas.ts';
import { downloadAs } from '#shared/text/download.ts';

/** Separator of columns; spreadsheets expect the one that is not their decimal mark. */
export type CsvSeparator = ',' | ';';

/** Returns the separator of a locale: a semicolon where the decimal mark is a comma. */
export const csvSeparator = (locale: string): CsvSeparator =>
  (1.5).toLocaleString(locale).includes(',') ? ';' : ',';

/** Formats lines of fields as CSV: RFC 4180. */
export function csvText(lines: readonly (readonly string[])[], separator: CsvSeparator): string {
  return lines.map((line) => line.map((text) => fieldOf(text, separator)).join(separator)).join('\r\n');
}

/** Quotes a field if needed; text that a spreadsheet would take for a formula is marked as text. */
function fieldOf(text: string, separator: string): string {
  const isNumber = /^-?\d+([.,]\d+)?$/.test(text);
  const safe = isNumber ? text : withoutFormulas(text);
  const isPlain = !safe.includes(separator) && !/["\r\n]/.test(safe);
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}

/** Downloads a text as a file; the byte order mark tells spreadsheets that it is UTF-8. */
export const downloadText = (name: string, text: string) => downloadAs(name, ['\uFEFF', text], 'text/csv');
