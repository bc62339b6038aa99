import type { RunState } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import type { Nodes } from '#pages/nodes.ts';
import { lineOf } from '#pages/plain-text.ts';
import { readKilobytes, readSeconds, readTestNumber } from '#pages/quantities.ts';
import { requireWhole } from '#timus/frame.ts';
import { readVerdict, type VerdictClass } from '#timus/verdicts.ts';

/** Row of the list of runs. */
export interface StatusRow extends RunState {
  authorId: string;
  foreignId: string;
  language: string;
  /** Null: a date in words that we do not know. */
  sentAtMs: number | null;
  /** Path of the source; only rows of the one who is signed in have it. */
  sourcePath: string | null;
}

/** Rows of a run have nine cells; those that lead to other pages have fewer. */
const LEAST_CELLS = 6;

/** Reads the list of runs, latest first. */
export function readStatus(page: Page): StatusRow[] {
  const { $ } = page;
  requireWhole(page);
  const table = $('table.status');
  if (table.length !== 1) throw page.lacks('table.status');
  const rows = table.find('tr.even, tr.odd').toArray();
  const wide = table.find('tr').filter((_at, row) => $(row).children('td').length >= LEAST_CELLS);
  if (wide.length !== rows.length) throw page.lacks('tr.even or tr.odd for each run');
  const read = rows.map((row) => readRow(page, $(row)));
  if (new Set(read.map(({ runId }) => runId)).size !== read.length) throw page.lacks('one row for each run');
  return read;
}

function readRow(page: Page, row: Nodes): StatusRow {
  const cell = (name: string) => one(page, row.children(`td.${name}`), `td.${name}`);
  const text = (name: string) => lineOf(cell(name));
  return {
    runId: digits(page, /^\d{1,12}$/.exec(text('id'))?.[0], 'the number of a run'),
    authorId: digits(page, linkOf(cell('coder'), /[?&]id=(\d{1,12})\b/), 'a link with the author'),
    foreignId: digits(page, linkOf(cell('problem'), /[?&]num=(\d{1,6})\b/), 'a link with the problem'),
    language: text('language'),
    sentAtMs: readDate(text('date')),
    ...verdictOf(page, row),
    testNumber: readTestNumber(page, text('test')),
    timeMs: readSeconds(page, text('runtime')),
    memoryKb: readKilobytes(page, text('memory')),
    score: null,
    sourcePath: linkOf(cell('id'), /(getsubmit\.aspx\/\d{1,12}\.\w{1,8})$/) ?? null,
  };
}

function one(page: Page, cells: Nodes, what: string): Nodes {
  if (cells.length !== 1) throw page.lacks(what);
  return cells;
}

const linkOf = (cell: Nodes, pattern: RegExp) => pattern.exec(cell.find('a').first().attr('href') ?? '')?.[1];

function digits(page: Page, found: string | undefined, what: string): string {
  if (found === undefined) throw page.lacks(what);
  return found;
}

function verdictOf(page: Page, row: Nodes) {
  const cell = one(page, row.children('td[class^="verdict_"]'), 'td.verdict_*');
  const kind = /^verdict_(ac|rj|wt)$/.exec(cell.attr('class') ?? '')?.[1];
  if (kind === undefined) throw page.lacks('td.verdict_ac, verdict_rj or verdict_wt');
  return readVerdict(kind as VerdictClass, lineOf(cell));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The site lives by the time of Yekaterinburg, UTC+5. */
const ZONE_MS = 5 * 60 * 60_000;

/** Reads `12:34:56` and `1 Mar 2026`, in whatever order. */
function readDate(text: string): number | null {
  const [, hours, minutes, seconds] = /(\d{1,2}):(\d\d):(\d\d)/.exec(text) ?? [];
  const [, day, word = '', year] = /(\d{1,2}) (\p{L}{3})\p{L}{0,8} (\d{4})/u.exec(text) ?? [];
  const month = MONTHS.indexOf(word.toLowerCase());
  if (hours === undefined || year === undefined || month < 0) return null;
  return Date.UTC(+year, month, Number(day), +hours, Number(minutes), Number(seconds)) - ZONE_MS;
}
