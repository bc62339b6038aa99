import { OutsideError } from '#failures.ts';
import type { ForeignProblem, ForeignStatement } from '#outside-system.ts';
import { setDollarsApart } from '#pages/dollar-formulas.ts';
import type { Page } from '#pages/get-page.ts';
import type { Nodes } from '#pages/nodes.ts';
import { blockOf, lineOf } from '#pages/plain-text.ts';
import { languageOf, statementHtml } from '#pages/statement-html.ts';
import { requireWhole } from '#timus/frame.ts';

/** What one page of a problem has. */
export type ProblemInOneLanguage = Omit<ForeignProblem, 'statements' | 'pdf' | 'url'> & {
  statement: ForeignStatement;
};

/** Parts of which a page of a problem has all, and any other page none. */
const PARTS = ['.problem_content', 'h2.problem_title', '.problem_limits', '#problem_text'] as const;
const SAMPLE_HEADS = /^(?:samples?|примеры?)$/i;

/** Reads the page of a problem. @throws {OutsideError} `refused` when the site has no such problem */
export function readProblem(page: Page, foreignId: string): ProblemInOneLanguage {
  const { $ } = page;
  requireWhole(page);
  const present = PARTS.filter((part) => $(part).length === 1);
  if (present.length === 0 && $('form[action*="search.aspx"]').length > 0) {
    throw new OutsideError('refused', `Timus has no problem ${foreignId}`);
  }
  if (present.length < PARTS.length) throw page.lacks(PARTS.filter((part) => !present.includes(part)).join());
  const text = $('#problem_text');
  const samples = takeSamples(page, text);
  const { author, source } = takeOrigin(text);
  const title = titleOf(page, foreignId);
  setDollarsApart($, text);
  const html = statementHtml(page, text.contents());
  if (lineOf(text) === '') throw page.lacks('a text of the statement');
  return {
    foreignId,
    statement: { language: languageOf(`${title} ${ownWords(text)}`), title, html, samples },
    ...limitsOf(page),
    inputFile: null,
    outputFile: null,
    author,
    source,
    tags: $('a[href*="problemset.aspx"][href*="tag="]')
      .toArray()
      .map((link) => lineOf($(link))),
  };
}

/** Text without heads: those are in the language of the page also where the problem was never translated. */
function ownWords(text: Nodes): string {
  const copy = text.clone();
  copy.find('h3').remove();
  return lineOf(copy);
}

function titleOf(page: Page, foreignId: string): string {
  const [, number, title] = /^(\d{1,6})\. (.{1,300})$/.exec(lineOf(page.$('h2.problem_title'))) ?? [];
  if (title === undefined || number !== foreignId) throw page.lacks(`the title of problem ${foreignId}`);
  return title;
}

function limitsOf(page: Page) {
  const text = lineOf(page.$('.problem_limits'));
  const seconds = /(\d{1,4}(?:[.,]\d{1,4})?) (?:second|секунд)/i.exec(text)?.[1];
  const [, memory, unit = ''] = /(\d{1,7}) (MB|KB|МБ|КБ)/i.exec(text) ?? [];
  if (seconds === undefined || memory === undefined) throw page.lacks('limits in .problem_limits');
  return {
    timeLimitMs: Math.round(Number(seconds.replace(',', '.')) * 1000),
    memoryLimitKb: Number(memory) * (/^[mм]/i.test(unit) ? 1024 : 1),
  };
}

/**
 * Takes the tables of samples with their heads out of the text. Two columns and one column alike have blocks in which
 * input and output take turns. Old pages have blocks without a table.
 */
function takeSamples(page: Page, text: Nodes): ForeignStatement['samples'] {
  const { $ } = page;
  const tables = text.find('table.sample');
  const loose = text.find('pre.intable').not(tables.find('pre'));
  const blocks = tables
    .find('pre')
    .add(loose)
    .toArray()
    .map((block) => blockOf($(block)));
  if (blocks.length % 2 !== 0 || (tables.length > 0 && blocks.length === 0))
    throw page.lacks('pairs of samples');
  const heads = text.find('h3.problem_subtitle').filter((_at, head) => SAMPLE_HEADS.test(lineOf($(head))));
  if (heads.length > 0 && blocks.length === 0) throw page.lacks('table.sample');
  tables.add(loose).remove();
  heads.remove();
  return blocks.flatMap((input, at) => (at % 2 === 0 ? [{ input, output: blocks[at + 1] ?? '' }] : []));
}

/** Takes author and source out of the text. */
function takeOrigin(text: Nodes) {
  const box = text.find('.problem_source');
  const lines = blockOf(box).split('\n');
  const after = (label: RegExp) => {
    const line = lines.find((each) => label.test(each));
    return line?.slice(line.indexOf(':') + 1).trim() || null;
  };
  box.remove();
  return { author: after(/^(?:problem author|автор)/i), source: after(/^(?:problem source|источник)/i) };
}
