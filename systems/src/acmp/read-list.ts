import { requireEndOfTable } from '#acmp/frame.ts';
import type { ProblemPage } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import type { ElementNode } from '#pages/nodes.ts';
import { lineOf } from '#pages/plain-text.ts';

/** Tasks of a full page. */
const ROWS = 50;

/** Reads a page of the list of tasks. @param at number of the page, from 0 */
export function readList(page: Page, at: number): ProblemPage {
  const { $ } = page;
  const isTask = (_at: number, row: ElementNode) =>
    $(row).find('tr').length === 0 && $(row).find('a[href*="id_task="]').length > 0;
  // Columns beside the list may lead to tasks, too.
  const table = $('tr.white').filter(isTask).first().closest('table');
  const rows = table.find('tr.white').filter(isTask);
  if (rows.length === 0 || rows.length !== table.find('tr').filter(isTask).length) {
    throw page.lacks('tr.white for each task');
  }
  requireEndOfTable(page, 'id_task=', 'last');
  const last = lastPage(page);
  // A page that is not full is the last one; else rows of it are missing.
  if (rows.length < ROWS && at < last) throw page.lacks(`${ROWS} tasks on a page before the last`);
  if (rows.length >= ROWS && last === 0) throw page.lacks('a.small, links to other pages');
  const problems = rows.toArray().map((row) => readRow(page, $(row).children('td').toArray()));
  return { problems, nextCursor: at < last ? String(at + 1) : null };
}

/** Number of the last page that a link leads to; 0: there are no links. */
function lastPage({ $ }: Page): number {
  const numbers = $('a.small')
    .toArray()
    .map((link) => Number(/[?&]page=(\d{1,4})\b/.exec($(link).attr('href') ?? '')?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

function readRow(page: Page, [number, name]: Parameters<Page['$']>[0][]) {
  if (number === undefined || name === undefined) throw page.lacks('cells of number and title');
  const link = page.$(name).find('a').first();
  const foreignId = /[?&]id_task=(\d{1,6})\b/.exec(link.attr('href') ?? '')?.[1];
  const shown = lineOf(page.$(number));
  const title = lineOf(link);
  if (
    foreignId === undefined ||
    !/^\d{1,6}$/.test(shown) ||
    Number(shown) !== Number(foreignId) ||
    title === ''
  ) {
    throw page.lacks('a link that names the task');
  }
  return { foreignId, title };
}
