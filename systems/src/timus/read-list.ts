import type { ListedProblem } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { lineOf } from '#pages/plain-text.ts';
import { requireWhole } from '#timus/frame.ts';

/** Reads the list of all problems. Each row of it must be readable: a problem that is missed would seem to have vanished. */
export function readList(page: Page): ListedProblem[] {
  const { $ } = page;
  requireWhole(page);
  const table = $('table.problemset');
  if (table.length !== 1) throw page.lacks('table.problemset');
  const [head, ...rows] = table.find('tr.content').toArray();
  if (head === undefined || $(head).find('a[href*="num="]').length > 0)
    throw page.lacks('a head of tr.content');
  if (rows.length === 0) throw page.lacks('rows of problems');
  const links = table.find('a[href*="problem.aspx"][href*="num="]');
  if (links.closest('tr').length !== rows.length) throw page.lacks('tr.content for each problem');
  return rows.map((row) => readRow(page, $(row).children('td').toArray()));
}

function readRow(page: Page, cells: Parameters<Page['$']>[0][]): ListedProblem {
  const [, number, title] = cells;
  if (number === undefined || title === undefined) throw page.lacks('cells of number and title');
  const foreignId = lineOf(page.$(number));
  const link = page.$(title).find('a').first();
  const linked = /[?&]num=(\d{1,6})\b/.exec(link.attr('href') ?? '')?.[1];
  if (!/^\d{1,6}$/.test(foreignId) || linked !== foreignId) throw page.lacks('a link that names the number');
  const name = lineOf(link);
  if (name === '') throw page.lacks('a title');
  return { foreignId, title: name };
}
