import { requireEndOfTable } from '#acmp/frame.ts';
import { readVerdict } from '#acmp/verdicts.ts';
import type { RunState } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { lineOf } from '#pages/plain-text.ts';
import { readKilobytes, readSeconds, readTestNumber } from '#pages/quantities.ts';

/** Row of the list of runs. */
export interface StatusRow extends RunState {
  authorId: string;
  foreignId: string;
  language: string;
}

/** Rows of a page; fewer mean that it is the last one. */
export const STATUS_ROWS = 20;

type Cells = [Node, Node, Node, Node, Node, Node, Node, Node, Node];
type Node = Parameters<Page['$']>[0];

/** Reads a page of the list of runs, latest first. The site has no classes for cells, so each row is checked as a whole. */
export function readStatus(page: Page): StatusRow[] {
  const { $ } = page;
  const table = $('table.main.refresh');
  if (table.length !== 1) throw page.lacks('table.main.refresh');
  requireEndOfTable(page, 'main refresh', 'first');
  const linked = table.find('tr').filter((_at, row) => $(row).find('a[href*="id_task="]').length > 0);
  const rows = table.find('tr.white, tr.gray');
  if (rows.length !== linked.length) throw page.lacks('tr.white or tr.gray for each run');
  if (rows.length === 0 && table.find('td, th').length === 0) throw page.lacks('a head of the list');
  const read = rows.toArray().map((row) => readRow(page, $(row).children('td').toArray()));
  if (new Set(read.map(({ runId }) => runId)).size !== read.length) throw page.lacks('one row for each run');
  return read;
}

function readRow(page: Page, cells: Node[]): StatusRow {
  if (cells.length !== 9) throw page.lacks('nine cells of a run');
  const [id, , author, task, language, verdict, test, time, memory] = cells as Cells;
  const text = (cell: Node) => lineOf(page.$(cell));
  const foreignId = linked(page, task, /[?&]id_task=(\d{1,6})\b/);
  if (!/^\d{1,6}$/.test(text(task)) || Number(text(task)) !== Number(foreignId))
    throw page.lacks('the number of a task');
  if (!/^\d{6,12}$/.test(text(id))) throw page.lacks('the number of a run');
  return {
    runId: text(id),
    authorId: linked(page, author, /[?&]id=(\d{1,9})\b/),
    foreignId,
    language: text(language),
    ...readVerdict(text(verdict)),
    testNumber: readTestNumber(page, text(test)),
    timeMs: readSeconds(page, text(time)),
    memoryKb: readKilobytes(page, text(memory)),
    score: null,
  };
}

function linked(page: Page, cell: Node, pattern: RegExp): string {
  const href = page.$(cell).find('a').first().attr('href') ?? '';
  const found = pattern.exec(href)?.[1];
  if (found === undefined) throw page.lacks('links with author and task');
  return found;
}
