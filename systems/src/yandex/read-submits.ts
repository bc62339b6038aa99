import type { RunState } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import type { Nodes } from '#pages/nodes.ts';
import { lineOf } from '#pages/plain-text.ts';
import { readMemoryKb, readTimeMs } from '#yandex/units.ts';
import { readVerdict } from '#yandex/verdicts.ts';

/** Row of the table of runs. */
export interface SubmitRow {
  runId: string;
  alias: string;
  /** Name of the compiler. */
  compiler: string;
  sentAtMs: number | null;
  state: RunState;
}

type Column = 'sentAt' | 'id' | 'problem' | 'compiler' | 'verdict' | 'time' | 'memory' | 'test' | 'score';

const HEADINGS: Readonly<Record<Column, RegExp>> = {
  sentAt: /^(время посылки|(?:submission|submit|sent) time|time sent|submitted)$/i,
  id: /^id$/i,
  problem: /^(задача|problem)$/i,
  compiler: /^(компилятор|язык|compiler|language)$/i,
  verdict: /^(вердикт|verdict)$/i,
  time: /^(время|time|run ?time)$/i,
  memory: /^(память|memory)$/i,
  test: /^(тест|test)$/i,
  score: /^(баллы|балл|score|points)$/i,
};

const REQUIRED: readonly Column[] = ['id', 'problem', 'compiler', 'verdict'];

/**
 * Reads the table of runs by its headings.
 *
 * @returns rows in the order of the page; empty only where the page says with its form that it is the page of runs
 * @throws {OutsideError} `drift` when the table, a heading or a cell is not as known
 */
export function readSubmits(page: Page): SubmitRow[] {
  const { $ } = page;
  const table = $('table.table_role_submits').first();
  if (table.length === 0) return noSubmits(page);
  const columns = readColumns(
    page,
    table
      .find('th')
      .toArray()
      .map((cell) => lineOf($(cell))),
  );
  return table
    .find('tr')
    .toArray()
    .map((row) => $(row).children('td'))
    .filter((cells) => cells.length > 0)
    .map((cells) => {
      if (cells.length !== columns.count) throw page.lacks(`${columns.count} cells in every row of runs`);
      return readRow(page, (column) => {
        const index = columns.at.get(column);
        return index === undefined ? null : cells.eq(index);
      });
    });
}

/** An account without runs has no table; a table under another name is not that. */
function noSubmits(page: Page): [] {
  const { $ } = page;
  const isKnown = $('select[name="problemId"], [name$="@compilerId"]').length > 0;
  if (!isKnown || $('table').length > 0 || $('[href*="/run-report/"]').length > 0) {
    throw page.lacks('table.table_role_submits');
  }
  return [];
}

function readColumns(page: Page, headings: readonly string[]) {
  const at = new Map<Column, number>();
  for (const [column, words] of Object.entries(HEADINGS) as [Column, RegExp][]) {
    // English tables have two times, and that of the run comes later.
    const index = headings.findLastIndex((heading) => words.test(heading));
    if (index >= 0) at.set(column, index);
  }
  const missing = REQUIRED.find((column) => !at.has(column));
  if (missing !== undefined) throw page.lacks(`the column of runs: ${missing}`);
  return { at, count: headings.length };
}

function readRow(page: Page, cellOf: (column: Column) => Nodes | null): SubmitRow {
  const text = (column: Column) => {
    const cell = cellOf(column);
    return cell ? lineOf(cell) : '';
  };
  const runId = text('id');
  if (!/^[1-9]\d{0,17}$/.test(runId)) throw page.lacks('a number in the column of ids');
  const time = cellOf('sentAt')?.find('time').first();
  return {
    ...{ runId, alias: text('problem').split('. ')[0] ?? '', compiler: text('compiler') },
    sentAtMs: time ? instantOf(time.attr('data-bem') ?? '') : null,
    state: stateOf(runId, text),
  };
}

function stateOf(runId: string, text: (column: Column) => string): RunState {
  const foreignVerdict = text('verdict').slice(0, 200);
  const read = readVerdict(foreignVerdict);
  const test = /^\d{1,6}$/.test(text('test')) ? Number(text('test')) : 0;
  const common = { runId, foreignVerdict, testNumber: test };
  if (read === 'pending' || read === 'unknown') {
    const state = read === 'unknown' ? 'unknown' : test > 0 ? 'running' : 'waiting';
    return { ...common, state, verdict: null, timeMs: null, memoryKb: null, score: null };
  }
  const score = text('score').replace(',', '.');
  return {
    ...common,
    ...{ state: 'final', verdict: read, testNumber: read === 'accepted' ? 0 : test },
    timeMs: readTimeMs(text('time')),
    memoryKb: readMemoryKb(text('memory')),
    score: /^-?\d{1,9}(\.\d{1,6})?$/.test(score) ? Number(score) : null,
  };
}

const SECONDS_UNTIL = 100_000_000_000;

/** Moment in the data of a `time` element, which is its only large number, in seconds or milliseconds. */
function instantOf(data: string): number | null {
  const number = Number(/\d{10,13}/.exec(data.slice(0, 2000))?.[0] ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  return number < SECONDS_UNTIL ? number * 1000 : number;
}
