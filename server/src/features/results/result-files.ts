import {
  endTimeMs,
  freezeTimeMs,
  hasFreeze,
  lastEndTimeMs,
  thawTimeMs,
} from '@balloon/domain/contests/contest-phase.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { type ResultsState, resultsState } from '@balloon/domain/results/results-state.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { csvLines } from '#content/csv.ts';
import { type FinalCell, type FinalRow, type FinalTable, shownRank } from '#features/results/final-table.ts';
import { resultsPage } from '#features/results/results-page.ts';
import { AWARDS } from '#features/results/results-page-texts.ts';

/** A file of results with what a browser needs to know of it. */
interface ResultFile {
  mediaType: string;
  write(table: FinalTable, locale: Locale): string;
}

/** A field of a file whose columns are parted by tabs. */
const tabless = (text: string) => text.replaceAll(/[\t\r\n]/g, ' ');

/**
 * Writes `results.tsv`: rows of the ranking by rank, honourable mentions by name. An id or a group whose name a spreadsheet
 * would compute (`=…`) stays as it is, unlike in files of `csvLines`: tools of the ICPC compare both sign by sign with
 * those of their own `teams.tsv` and `groups.tsv`. For spreadsheets there is `results.csv`.
 *
 * @see CCS Requirements, "results.tsv"
 */
function resultsTsv({ rows }: FinalTable): string {
  const ranked = rows.filter(({ citation }) => citation !== null);
  const mentioned = ranked.filter(({ rank }) => rank === null).sort(byName);
  const lines = [...ranked.filter(({ rank }) => rank !== null), ...mentioned].map((row) =>
    [
      ...[row.teamId, row.rank ?? '', row.citation ? AWARDS[row.citation] : ''],
      ...[row.solved, row.penaltyMin, row.lastSolveMin, row.groupWon],
    ]
      .map((field) => tabless(String(field)))
      .join('\t'),
  );
  return `${['results\t1', ...lines].join('\n')}\n`;
}

const byName = (one: FinalRow, other: FinalRow) => one.name.localeCompare(other.name, 'en');

/**
 * Writes `scoreboard.json` in the shape of the Contest API 2022-07, whose times are minutes. Its ranks are the places of the
 * table, also below the median: that those rows have no official rank is a matter of awards. Who is out of the ranking is
 * left out, since every row has a rank.
 *
 * @see Contest API, "Scoreboard"
 */
function scoreboardJson({ contest, nowMs, problems, rows }: FinalTable): string {
  const instant = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  const thawMs = thawTimeMs(contest);
  return JSON.stringify({
    time: instant(nowMs),
    // The end comes on everybody's own clock after one window where they start by themselves.
    contest_time: relativeTime(contest.windowTimeMs ?? contestTimeMs(contest, endTimeMs(contest))),
    state: {
      started: instant(contest.startTimeMs),
      ended: instant(lastEndTimeMs(contest)),
      frozen: hasFreeze(contest) ? instant(freezeTimeMs(contest)) : null,
      thawed: hasFreeze(contest) && nowMs > thawMs ? instant(thawMs) : null,
      finalized: instant(contest.finalizedAtMs),
      end_of_updates: null,
    },
    rows: placedRows(rows).map((row) => ({
      rank: row.place,
      team_id: row.teamId,
      score: { num_solved: row.solved, total_time: row.penaltyMin, time: row.lastSolveMin },
      problems: row.cells.map((cell, position) => problemJson(problems[position]?.index ?? '', cell)),
    })),
  });
}

/** Rows of the ranking by place, tied ones by name. */
const placedRows = (rows: readonly FinalRow[]) =>
  rows
    .flatMap((row) => (row.place === null ? [] : { ...row, place: row.place }))
    .sort((one, other) => one.place - other.place || byName(one, other));

function problemJson(index: string, cell: FinalCell) {
  const { solvedMin, isFirstSolve } = cell;
  return {
    problem_id: index,
    num_judged: cell.judgedTries,
    num_pending: cell.pendingTries,
    solved: solvedMin !== null,
    ...(solvedMin !== null && { time: solvedMin, first_to_solve: isFirstSolve }),
  };
}

/** Time as the Contest API writes lengths: `5:00:00.000`. */
function relativeTime(ms: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const rest = String(ms % 1000).padStart(3, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`;
}

function resultsCsv({ contest, problems, rows }: FinalTable): string {
  const head = [
    ...['rank', 'team', 'organization', 'award', 'solved', 'penalty', 'last'],
    ...problems.flatMap(({ index }) => [`${index} tries`, `${index} minute`]),
  ];
  const lines = rows.map((row) => [
    ...[shownRank(contest, row) ?? '', row.name, row.organization, row.citation ? AWARDS[row.citation] : ''],
    ...[row.solved, row.penaltyMin, row.lastSolveMin],
    ...row.cells.flatMap((cell) => [cell.wrongTries, cell.solvedMin ?? '']),
  ]);
  return csvLines([head, ...lines], { isFirst: true });
}

/**
 * Writes `awards.json` as the endpoint of the Contest API gives them.
 *
 * @see Contest API, "Awards"
 */
const awardsJson = ({ awards }: FinalTable): string =>
  JSON.stringify(awards.map(({ id, citation, teamIds }) => ({ id, citation, team_ids: teamIds })));

/** Files of the final table by name. */
export const RESULT_FILES = {
  'results.tsv': { mediaType: 'text/tab-separated-values; charset=utf-8', write: resultsTsv },
  'scoreboard.json': { mediaType: 'application/json; charset=utf-8', write: scoreboardJson },
  'awards.json': { mediaType: 'application/json; charset=utf-8', write: awardsJson },
  'results.csv': { mediaType: 'text/csv; charset=utf-8', write: resultsCsv },
  'results.html': {
    mediaType: 'text/html; charset=utf-8',
    write: resultsPage,
  },
} as const satisfies Record<string, ResultFile>;

/**
 * Name under which a file is saved, and what is true of its results. The formats of the ICPC and of spreadsheets have no
 * place for a note, so that results which are not final say it by their name.
 */
export function resultFileLabel(
  file: keyof typeof RESULT_FILES,
  { contest, nowMs }: FinalTable,
): { fileName: string; state: ResultsState } {
  const state = resultsState(contest, nowMs);
  return { fileName: state === 'provisional' ? file.replace('.', '-not-final.') : file, state };
}
