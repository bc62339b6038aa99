import { statementHtml } from '#cf/statement-html.ts';
import type { ForeignStatement, StatementLanguage } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import type { Nodes } from '#pages/nodes.ts';
import { blockOf, lineOf } from '#pages/plain-text.ts';

/** What a problem's page tells. */
export interface ProblemPage {
  statement: ForeignStatement;
  timeLimitMs: number;
  memoryLimitKb: number;
  inputFile: string | null;
  outputFile: string | null;
  /** Name of the contest; null: the page has none. */
  contest: string | null;
  tags: string[];
}

/**
 * Reads the page of a problem of the archive or of a gym.
 *
 * @throws {OutsideError} `drift` when something is missing that each such page has
 */
export function readProblemPage(page: Page): ProblemPage {
  const { $ } = page;
  const root = $('.problem-statement').first();
  const header = root.children('.header').first();
  const title = lineOf(header.children('.title')).replace(/^[A-Z]\d{0,2}\. /, '');
  if (title === '') throw page.lacks('.problem-statement > .header > .title');
  const limits = {
    timeLimitMs: timeLimitMs(page, propertyOf(page, header, 'time-limit')),
    memoryLimitKb: memoryLimitKb(page, propertyOf(page, header, 'memory-limit')),
    inputFile: fileOf(propertyOf(page, header, 'input-file')),
    outputFile: fileOf(propertyOf(page, header, 'output-file')),
  };
  return {
    ...limits,
    contest: lineOf($('#sidebar .rtable th a').first()) || null,
    tags: tagsOf(page),
    statement: {
      language: languageOf(lineOf(header.find('.time-limit .property-title'))),
      title,
      samples: samplesOf(page, root),
      html: htmlOf(page, root),
    },
  };
}

/** Text of a property without its name, also where a font is around it. */
function propertyOf(page: Page, header: Nodes, name: string): string {
  const property = header.children(`.${name}`).first().clone();
  property.children('.property-title').remove();
  const value = lineOf(property);
  if (value === '') throw page.lacks(`.problem-statement > .header > .${name}`);
  return value;
}

function timeLimitMs(page: Page, text: string): number {
  const [, amount, unit] = /^(\d{1,6}(?:[.,]\d{1,4})?) (sec|сек|milli|милли|ms|мс)/i.exec(text) ?? [];
  if (amount === undefined) throw page.lacks(`a time limit in ${text.slice(0, 50)}`);
  const isSeconds = /^[sс]/i.test(unit ?? '');
  return Math.round(Number(amount.replace(',', '.')) * (isSeconds ? 1000 : 1));
}

function memoryLimitKb(page: Page, text: string): number {
  const [, amount, unit = ''] =
    /^(\d{1,7}(?:[.,]\d{1,4})?) (kilo|mega|giga|кило|мега|гига)/i.exec(text) ?? [];
  const kilobytes = KILOBYTES[unit.slice(0, 1).toLowerCase()];
  if (amount === undefined || kilobytes === undefined)
    throw page.lacks(`a memory limit in ${text.slice(0, 50)}`);
  return Math.round(Number(amount.replace(',', '.')) * kilobytes);
}

/** Kilobytes of a unit, by its first letter in both languages. */
const KILOBYTES: Readonly<Record<string, number>> = {
  ...{ k: 1, m: 1024, g: 1024 ** 2 },
  ...{ к: 1, м: 1024, г: 1024 ** 2 },
};

const STANDARD =
  /^(stdin|stdout|standard (input|output)|стандартный (ввод|вывод))( \/ (stdin|stdout|standard (input|output)))?$/i;

const fileOf = (text: string) => (STANDARD.test(text) ? null : text.slice(0, 100));

/** The names of properties are of the statement's language, whatever language the page was asked in. */
const languageOf = (name: string): StatementLanguage => (/[а-я]/i.test(name) ? 'ru' : 'en');

function samplesOf(page: Page, root: Nodes): ForeignStatement['samples'] {
  const texts = (side: string) =>
    root
      .find(`.sample-tests .sample-test .${side} pre`)
      .toArray()
      .map((block) => blockOf(page.$(block)).replace(/^\n/, ''));
  const [inputs, outputs] = [texts('input'), texts('output')];
  const isRead = inputs.length === outputs.length && (inputs.length > 0 || !hasSamples(root));
  if (!isRead) throw page.lacks('.sample-test .input pre and .output pre');
  return inputs.map((input, index) => ({ input, output: outputs[index] ?? '' }));
}

const hasSamples = (root: Nodes) => root.find('.sample-tests').text().trim() !== '';

function htmlOf({ $, url, lacks }: Page, root: Nodes): string {
  const body = root.clone();
  body.children('.header, .sample-tests').remove();
  const html = statementHtml($, body, url);
  if (lineOf(body) === '' && body.find('img').length === 0) throw lacks('a text of the statement');
  return html;
}

const tagsOf = ({ $ }: Page) =>
  $('#sidebar .tag-box')
    .toArray()
    .slice(0, 50)
    .map((tag) => lineOf($(tag)).slice(0, 100))
    .filter((tag) => tag !== '');
