import type { ScoreTable } from '@balloon/contracts/ratings/ratings.ts';
import { type CsvSeparator, csvText } from '#shared/text/csv.ts';

export interface CsvWords {
  place: string;
  participant: string;
  inTime: string;
  later: string;
  sum: string;
}

/** Formats the table as CSV (RFC 4180): two columns a contest, then the totals. */
export function csvOf({ header, rows }: ScoreTable, words: CsvWords, separator: CsvSeparator): string {
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
  return csvText([head, ...lines], separator);
}
