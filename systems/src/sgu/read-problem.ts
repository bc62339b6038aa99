import { statementHtml } from '#cf/statement-html.ts';
import type { ForeignStatement } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { type Nodes, proseWithin } from '#pages/nodes.ts';
import { lineOf } from '#pages/plain-text.ts';
import { readSamples } from '#sgu/read-samples.ts';

/** What the page of a problem of acm.sgu.ru tells. */
export interface SguPage {
  statement: ForeignStatement;
  timeLimitMs: number;
  memoryLimitKb: number;
  author: string | null;
  source: string | null;
}

const TIME = /time limit per test ?: ?(\d{1,3}(?:\.\d{1,3})?) ?sec/i;
const MEMORY = /memory limit(?: per test)? ?: ?(\d{1,7}) ?(kb|kilo|mb|mega)/i;

/** Lines with limits, which are told apart. */
const LIMIT_LINE = /^(?:time|memory) limit/i;

/**
 * Reads the page of a problem in either of its layouts.
 *
 * @throws {OutsideError} `drift` when something is missing that each such page has
 */
export function readSguPage(page: Page): SguPage {
  const { $ } = page;
  const root = $('.problemindexholder > .ttypography').first();
  const heading = root.find('h3, h4').first();
  const title = lineOf(heading).replace(/^\d{3}\. ?/, '');
  if (title === '') throw page.lacks('.problemindexholder > .ttypography h3, h4');
  const text = lineOf(root);
  const limits = limitsOf(page, text);
  const body = root.clone();
  body.find('h3, h4').first().remove();
  const { samples, shownBy } = readSamples(page, body);
  for (const node of shownBy) $(node).remove();
  removeLimits(page, body);
  removeEmpty(page, body);
  if (lineOf(body) === '' && body.find('img').length === 0) throw page.lacks('a text of the statement');
  const html = statementHtml($, body, page.url);
  return { ...limits, ...originOf(text), statement: { language: 'en', title, html, samples } };
}

function limitsOf(page: Page, text: string) {
  const [, seconds] = TIME.exec(text) ?? [];
  const [, amount, unit] = MEMORY.exec(text) ?? [];
  if (seconds === undefined || amount === undefined) throw page.lacks('limits of time and memory');
  const isMega = /^m/i.test(unit ?? '');
  return {
    timeLimitMs: Math.round(Number(seconds) * 1000),
    memoryLimitKb: Number(amount) * (isMega ? 1024 : 1),
  };
}

function removeLimits({ $ }: Page, body: Nodes): void {
  for (const node of proseWithin(body)) {
    if (node.data.length < 200 && LIMIT_LINE.test(node.data.trim())) $(node).remove();
  }
}

/** Removes what only held samples and limits, from within. */
function removeEmpty({ $ }: Page, body: Nodes): void {
  const boxes = body.find('b, strong, font, p, div, span, center, td, tr, tbody, table').toArray();
  for (const box of boxes.toReversed()) {
    if (lineOf($(box)) === '' && $(box).find('img').length === 0) $(box).remove();
  }
}

/** Longest name of an author or a contest. */
const MAX_NAME = 200;

/** Labelled lines at the end of a page; cells of a table have no space between them. */
function originOf(text: string): { author: string | null; source: string | null } {
  const parts = text.split(/(Author|Resource|Date) ?: ?/);
  const lineBehind = (label: string) => {
    const at = parts.lastIndexOf(label);
    const value = at < 0 ? '' : (parts[at + 1] ?? '').trim();
    return value === '' || value.length > MAX_NAME ? null : value;
  };
  return { author: lineBehind('Author'), source: lineBehind('Resource') };
}
