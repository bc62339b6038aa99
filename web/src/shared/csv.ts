/** Spreadsheets expect the one that is not their decimal mark. */
export type CsvSeparator = ',' | ';';

/** Where a comma divides numbers, spreadsheets divide columns by semicolons. */
export const csvSeparator = (locale: string): CsvSeparator =>
  (1.5).toLocaleString(locale).includes(',') ? ';' : ',';

/** Lines of fields as a spreadsheet reads them: RFC 4180. */
export function csvText(lines: readonly (readonly string[])[], separator: CsvSeparator): string {
  return lines.map((line) => line.map((text) => fieldOf(text, separator)).join(separator)).join('\r\n');
}

/** Quoted where needed; what a spreadsheet would take for a formula is marked as text. */
function fieldOf(text: string, separator: string): string {
  const isNumber = /^-?\d+([.,]\d+)?$/.test(text);
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
  const isPlain = !safe.includes(separator) && !/["\r\n]/.test(safe);
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}

/** Hands a text to the person as a file; the mark at the start tells spreadsheets that it is UTF-8. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
