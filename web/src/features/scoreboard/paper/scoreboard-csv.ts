import type { ScoreboardCell, ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { organizationText } from '@balloon/domain/text/organization-text.ts';
import { penaltyText } from '#features/scoreboard/rows/row-text.ts';
import { acceptedAt } from '#features/scoreboard/rows/scoreboard-cell.tsx';
import { type CsvSeparator, csvText } from '#shared/text/csv.ts';

export interface ScoreboardCsvWords {
  place: string;
  /** Heading of places among the rows of a filter. */
  placeAmongShown: string;
  participant: string;
  username: string;
  organization: string;
  solved: string;
  penalty: string;
  /** Heading of wrong tries, after the letter of a problem. */
  wrongTries: string;
  solvedAt: string;
  pending: string;
}

/**
 * Formats the standings as CSV: places, names, organisations where there are any, totals, then for each problem the
 * wrong tries, the time of the solution (since the start, empty while unsolved), and tries whose outcome is unknown
 * to the viewer. A filtered table has the places among its rows, too.
 *
 * @param notes what has to be known of the results, below them
 */
export function scoreboardCsv(
  { header, rows }: ScoreboardPage,
  words: ScoreboardCsvWords,
  separator: CsvSeparator,
  notes: readonly string[] = [],
): string {
  const hasTeams = rows.some(({ user }) => user.organization !== undefined);
  const isFiltered = rows.some(({ rankAmongShown }) => rankAmongShown !== undefined);
  const head = [
    words.place,
    ...(isFiltered ? [words.placeAmongShown] : []),
    words.participant,
    words.username,
    ...(hasTeams ? [words.organization] : []),
    words.solved,
    words.penalty,
    ...header.flatMap(({ problemIndex }) =>
      [words.wrongTries, words.solvedAt, words.pending].map((word) => `${problemIndex}: ${word}`),
    ),
  ];
  const lines = rows.map(({ displayRank, rankAmongShown, user, acceptedSolutions, cells, ...penalty }) => [
    String(displayRank).replace('-', '–'), // or 2-3 would become the 2nd of March
    ...(isFiltered ? [String(rankAmongShown ?? '')] : []),
    user.fullName || user.username,
    user.username,
    ...(hasTeams ? [user.organization ? organizationText(user.organization) : ''] : []),
    String(acceptedSolutions),
    penaltyText(penalty),
    ...cells.flatMap(fieldsOf),
  ]);
  return csvText([head, ...lines, ...notes.map((note) => [note])], separator);
}

function fieldsOf(cell: ScoreboardCell): string[] {
  const { wrongTries, pendingTries } = cell;
  const time = acceptedAt(cell);
  const isUntouched = wrongTries === 0 && time === '';
  return [isUntouched ? '' : String(wrongTries), time, pendingTries === 0 ? '' : String(pendingTries)];
}
