import { requireEndOfTable } from '#acmp/frame.ts';
import { OutsideError } from '#failures.ts';
import { familyOf } from '#language-family.ts';
import type { ForeignLanguage, ForeignProblem, ForeignStatement } from '#outside-system.ts';
import { setDollarsApart } from '#pages/dollar-formulas.ts';
import type { Page } from '#pages/get-page.ts';
import type { Nodes } from '#pages/nodes.ts';
import { blockOf, lineOf } from '#pages/plain-text.ts';
import { statementHtml } from '#pages/statement-html.ts';

const SHEET = 'td[background="/images/notepad2.gif"]';
const SAMPLE_HEADS = /^примеры?$/i;
/** Words that end a statement: what follows them sends solutions. */
const END = /^(?:отправить решение|для отправки)/i;

/** Reads the page of a task. @throws {OutsideError} `refused` when the site has no such task */
export function readTask(page: Page, foreignId: string): Omit<ForeignProblem, 'url'> {
  const sheet = openSheet(page, foreignId);
  requireEndOfTable(page, '<h2', 'last');
  const limits = page.$(sheet).find('center').has('i').first();
  const statement = {
    ...samplesAndText(page, limits),
    language: 'ru' as const,
    title: lineOf(sheet.find('h1').first()),
  };
  return {
    foreignId,
    statements: [statement],
    ...limitsOf(page, lineOf(limits)),
    ...{ pdf: null, inputFile: null, outputFile: null, author: null, source: null, tags: [] },
  };
}

/** Opens the sheet on which a task is written, and tells a task that does not exist from a page that has changed. */
export function openSheet(page: Page, foreignId: string): Nodes {
  const { $ } = page;
  const sheet = $(SHEET).first();
  const hasTitle = lineOf(sheet.find('h1').first()) !== '';
  if (hasTitle && sheet.find('center').has('i').length > 0) return sheet;
  const hasTraces =
    $('h1, h2, form[action*="mode=upload"]').length > 0 || $('center i').text().includes('Память');
  if (!hasTraces && $('.menu_title').length > 0) {
    throw new OutsideError('refused', `acmp.ru has no task ${foreignId}`);
  }
  throw page.lacks(`${SHEET} with a title and limits`);
}

/** Reads `(Время: 0,5 сек. Память: 16 Мб Сложность: 2%)`. */
function limitsOf(page: Page, text: string) {
  const seconds = /Время: ?(\d{1,3}(?:[.,]\d{1,3})?) ?сек/i.exec(text)?.[1];
  const megabytes = /Память: ?(\d{1,4}) ?Мб/i.exec(text)?.[1];
  if (seconds === undefined || megabytes === undefined) throw page.lacks('limits of time and memory');
  const timeLimitMs = Math.round(Number(seconds.replace(',', '.')) * 1000);
  return { timeLimitMs, memoryLimitKb: Number(megabytes) * 1024 };
}

/** Takes what follows the limits apart: samples, and the rest as text. */
function samplesAndText(page: Page, limits: Nodes): Pick<ForeignStatement, 'html' | 'samples'> {
  setDollarsApart(page.$, limits.parent());
  const nodes = bodyOf(page, limits);
  const head = nodes.filter('h2').filter((_at, node) => SAMPLE_HEADS.test(lineOf(page.$(node))));
  const samplesIn = (table: Parameters<Page['$']>[0]) =>
    page
      .$(table)
      .find('tr')
      .toArray()
      .flatMap((row) => sampleOf(page, page.$(row).children('td')));
  // A table of the text itself may have the same class.
  const tables = nodes
    .filter('table.main')
    .add(nodes.find('table.main'))
    .filter((_at, table) => samplesIn(table).length > 0);
  const samples = tables.toArray().flatMap(samplesIn);
  if (head.length > 0 && samples.length === 0) throw page.lacks('table.main with samples');
  const text = nodes.not(head).not(tables);
  tables.remove();
  if (lineOf(text) === '') throw page.lacks('a text of the statement');
  return { html: statementHtml(page, text), samples };
}

/** Lists the nodes from the limits to the part that sends solutions. */
function bodyOf({ $ }: Page, limits: Nodes): Nodes {
  const siblings = limits.parent().contents().toArray();
  const rest = siblings.slice(siblings.findIndex((node) => $(node).is(limits)) + 1);
  const end = rest.findIndex(
    (node) => $(node).is('form') || $(node).find('form').length > 0 || END.test(lineOf($(node))),
  );
  const body = (end < 0 ? rest : rest.slice(0, end)).filter((node) => !$(node).is('h4'));
  // Lines and gaps before the part that sends solutions depend on who looks.
  const last = body.findLastIndex(
    (node) => lineOf($(node)) !== '' || $(node).is('img') || $(node).find('img').length > 0,
  );
  return $(body.slice(0, last + 1));
}

/** Reads a row of number, input and output; other rows are heads. */
function sampleOf(page: Page, cells: Nodes) {
  const [number, input, output] = cells.toArray();
  if (!number || !input || !output || cells.length > 3) return [];
  if (!/^\d{1,3}$/.test(lineOf(page.$(number)))) return [];
  const text = (cell: typeof input) => `${blockOf(page.$(cell)).trim()}\n`;
  return [{ input: text(input), output: text(output) }];
}

/** Reads the languages of the form for solutions, which only those see who are signed in. */
export function readLanguages(page: Page): ForeignLanguage[] {
  const { $ } = page;
  const options = $('select[name="lang"] option').toArray();
  if (options.length === 0) throw page.lacks('select[name=lang]');
  return options.map((option) => {
    const foreignLanguageId = $(option).attr('value') ?? '';
    const name = lineOf($(option));
    if (!/^\w{1,20}$/.test(foreignLanguageId) || name === '')
      throw page.lacks('languages with a key and a name');
    return { foreignLanguageId, name, ...familyOf(name) };
  });
}
