import type { ScoreTable } from '@balloon/contracts/ratings.ts';

export interface CsvWords {
  place: string;
  participant: string;
  inTime: string;
  later: string;
  sum: string;
}

/** The table as a spreadsheet reads it: RFC 4180, two columns a contest, then the totals. */
export function csvOf({ header, rows }: ScoreTable, words: CsvWords, separator: ',' | ';'): string {
  const decimal = separator === ';' ? ',' : '.';
  const number = (value: number) => String(value).replace('.', decimal);
  const head = [
    words.place,
    words.participant,
    ...header.row.flatMap(({ id, name }) => [
      `#${id} ${name}: ${words.inTime}`,
      `#${id} ${name}: ${words.later}`,
    ]),
    words.inTime,
    words.later,
    words.sum,
  ];
  const lines = rows.map(({ displayRank, user, row, scoreInTime, scoreInPractice, scoreSum }) => [
    String(displayRank).replace('-', '–'), // or 2-3 would become the 2nd of March
    user.fullName || user.username,
    ...row.flat().map(number),
    number(scoreInTime),
    number(scoreInPractice),
    number(scoreSum),
  ]);
  return [head, ...lines]
    .map((line) => line.map((text) => fieldOf(text, separator)).join(separator))
    .join('\r\n');
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
