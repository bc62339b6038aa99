import type { ImportColumn } from '@balloon/contracts/people/user-import.ts';
import { likelySeparator } from '@balloon/domain/text/likely-separator.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { InvalidInputError } from '#errors.ts';

/** Row of the file with the number of its first line. */
export interface TableRow {
  line: number;
  fields: readonly string[];
}
export interface Table {
  separator: string;
  /** Field of each column; null for an ignored column. */
  columns: readonly (ImportColumn | null)[];
  /** Headings of the ignored columns. */
  ignoredColumns: readonly string[];
  /** First line that names no columns, so that their order is that of older clients; null for one that does. */
  unknownHeading: readonly string[] | null;
  rows: readonly TableRow[];
}

/** Columns of a file without known headings, as older clients describe it. */
const PLAIN_COLUMNS: readonly ImportColumn[] = ['firstName', 'lastName', 'username', 'password', 'isAdmin'];

/** Headings by what they are reduced to: small letters and digits. */
const HEADINGS: Readonly<Record<string, ImportColumn>> = {
  ...{ имя: 'firstName', firstname: 'firstName', name: 'firstName', givenname: 'firstName' },
  ...{ фамилия: 'lastName', lastname: 'lastName', surname: 'lastName', familyname: 'lastName' },
  ...{
    логин: 'username',
    login: 'username',
    username: 'username',
    user: 'username',
    имяпользователя: 'username',
  },
  ...{ пароль: 'password', password: 'password' },
  ...{ админ: 'isAdmin', администратор: 'isAdmin', admin: 'isAdmin', isadmin: 'isAdmin' },
  ...{ email: 'email', почта: 'email', элпочта: 'email', электроннаяпочта: 'email', mail: 'email' },
};

const MAX_RECORD_CHARACTERS = 10_000;

/**
 * Splits a file into rows. The first line is always the heading; where it names at least two columns, their order is
 * that of the file, otherwise that of older clients. Empty lines are left out.
 *
 * @throws {InvalidInputError} CSV_BROKEN with the line, CSV_EMPTY
 */
export function readTable(text: string, wanted: string): Table {
  const [, declared] = /^sep=([;,\t])\r?\n/i.exec(text) ?? []; // line that spreadsheets write to name the separator
  const separator = wanted === 'auto' ? (declared ?? likelySeparator(text)) : wanted;
  const body = declared === undefined ? text : text.slice(text.indexOf('\n') + 1);
  const skipped = declared === undefined ? 0 : 1;
  const [heading, ...rows] = records(body, separator).map(({ line, fields }) => ({
    line: line + skipped,
    fields,
  }));
  if (!heading || rows.length === 0) {
    throw new InvalidInputError('CSV_EMPTY', 'The file has no rows below its heading');
  }
  const named = namedColumns(heading.fields);
  const columns = named ?? PLAIN_COLUMNS;
  const ignoredColumns = heading.fields.filter((name, index) => name !== '' && columns[index] === null);
  return { separator, columns, ignoredColumns, unknownHeading: named ? null : heading.fields, rows };
}

/** Returns the columns that a heading names; null when it names fewer than two. */
function namedColumns(heading: readonly string[]): (ImportColumn | null)[] | null {
  const reduced = heading.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const named = reduced.map((name) => HEADINGS[name] ?? null);
  const unique = named.map((column, index) => (named.indexOf(column) === index ? column : null));
  return unique.filter((column) => column !== null).length >= 2 ? unique : null;
}

function records(text: string, separator: string): TableRow[] {
  try {
    const parsed = parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: MAX_RECORD_CHARACTERS,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return parsed
      .map(({ info, record }) => ({ line: firstLine(info.lines, record), fields: record }))
      .filter(({ fields }) => fields.some((field) => field !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new InvalidInputError('CSV_BROKEN', `Line ${Number(error.lines ?? 1)}: ${error.message}`, [], {
      restParams: { line: Number(error.lines ?? 1) },
    });
  }
}

/** Returns the first line of a record: the parser counts the line on which a record ends. */
function firstLine(lastLine: number, record: readonly string[]): number {
  const breaks = record.reduce((sum, field) => sum + (field.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
  return Math.max(1, lastLine - breaks);
}
