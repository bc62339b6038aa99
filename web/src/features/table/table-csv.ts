import type { Table2, TableCell } from '@balloon/contracts/scoreboard.ts';
import { type CsvSeparator, csvText } from '#shared/csv.ts';

export interface TableCsvWords {
  place: string;
  participant: string;
  username: string;
  solved: string;
  penalty: string;
  /** After the letter of a problem. */
  wrongTries: string;
  solvedAt: string;
  pending: string;
}

/**
 * The standings as a spreadsheet reads them: places, names, totals, then for each problem the wrong tries, when it was
 * solved (since the start, empty while it is not), and tries whose outcome the viewer does not know.
 */
export function tableCsv({ header, rows }: Table2, words: TableCsvWords, separator: CsvSeparator): string {
  const head = [
    words.place,
    words.participant,
    words.username,
    words.solved,
    words.penalty,
    ...header.flatMap(({ problemIndex }) =>
      [words.wrongTries, words.solvedAt, words.pending].map((word) => `${problemIndex}: ${word}`),
    ),
  ];
  const lines = rows.map(({ displayRank, user, acceptedSolutions, penalty, cells }) => [
    String(displayRank).replace('-', '–'), // or 2-3 would become the 2nd of March
    user.fullName || user.username,
    user.username,
    String(acceptedSolutions),
    String(penalty),
    ...cells.flatMap(fieldsOf),
  ]);
  return csvText([head, ...lines], separator);
}

function fieldsOf({ result, acceptedAt = '', pendingTries = 0 }: TableCell): string[] {
  const wrongTries = Number(result.slice(1)) || 0;
  const isUntouched = wrongTries === 0 && acceptedAt === '';
  return [isUntouched ? '' : String(wrongTries), acceptedAt, pendingTries === 0 ? '' : String(pendingTries)];
}
