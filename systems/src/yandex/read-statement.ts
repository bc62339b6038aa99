import { setDollarsApart } from '#pages/dollar-formulas.ts';
import type { Nodes } from '#pages/nodes.ts';
import { blockOf, lineOf } from '#pages/plain-text.ts';
import type { CheerioAPI } from '#pages/read-page.ts';
import { statementHtml } from '#pages/statement-html.ts';
import { writeFormulas } from '#yandex/formulas.ts';
import { commonLimit, type LanguageLimit, readMemoryKb, readTimeMs } from '#yandex/units.ts';

/** Statement as Yandex lays it out, on pages of the site and in files of the API. */
export interface ReadStatement {
  /** Heading, such as `A. Sum`; null: the statement has none. */
  title: string | null;
  /** Without heading, limits and samples. */
  html: string;
  /** Words of the statement without its headings, which the site translates though the text has one language. */
  words: string;
  samples: { input: string; output: string }[];
  limits: StatementLimits;
}

export interface StatementLimits {
  timeLimitMs: number | null;
  memoryLimitKb: number | null;
  inputFile: string | null;
  outputFile: string | null;
}

/** Reads a statement. @param root element of the class `problem-statement` @param baseUrl to which addresses are relative */
export function readStatement($: CheerioAPI, root: Nodes, baseUrl: string): ReadStatement {
  const header = root.find('.header').first();
  const title = lineOf(header.find('.title').first());
  const limits = readLimits($, header);
  header.remove();
  const samples = takeSamples($, root);
  // Other layouts are files of authors, who may write formulas with dollars.
  if (root.is('.problem-statement')) setDollarsApart($, root);
  writeFormulas($, root);
  root.find('script, style').remove();
  root.find('[data-bem]').removeAttr('data-bem');
  root
    .find('h1, h2, h3, h4')
    .filter((_, heading) => lineOf($(heading)) === '')
    .remove();
  const words = lineOf(root.children().not('h1, h2, h3, h4'));
  return {
    title: title === '' ? null : title,
    html: statementHtml({ $, url: baseUrl }, root.contents()),
    words,
    samples,
    limits,
  };
}

/** Takes the samples, with their headings, out of the statement. */
function takeSamples($: CheerioAPI, root: Nodes): ReadStatement['samples'] {
  const samples: ReadStatement['samples'] = [];
  for (const table of root.find('table.sample-tests').toArray()) {
    for (const row of $(table).find('tr').toArray()) {
      const cells = $(row).children('td');
      if (cells.length === 0) continue;
      const [input = '', output = ''] = cells.toArray().map((cell) => sampleOf($(cell)));
      samples.push({ input, output });
    }
    $(table).prev('h2, h3, h4').remove();
    $(table).remove();
  }
  return samples;
}

function sampleOf(cell: Nodes): string {
  const block = cell.find('pre').first();
  return blockOf(block.length > 0 ? block : cell);
}

/**
 * Reads the table of limits. Rows are properties, with a column for each group of languages; where languages differ the
 * site also turns the table around: rows are languages under a row of headings.
 */
function readLimits($: CheerioAPI, header: Nodes): StatementLimits {
  const table = header.find('table').first();
  const isByProperty = table.find('tr.time-limit, tr.memory-limit, tr.input-file').length > 0;
  const cells = isByProperty ? byProperty($, table) : byLanguage($, table);
  return {
    timeLimitMs: commonLimit(cells.time.map((cell) => measured(cell, readTimeMs))),
    memoryLimitKb: commonLimit(cells.memory.map((cell) => measured(cell, readMemoryKb))),
    inputFile: fileOf(cells.input[0]?.text),
    outputFile: fileOf(cells.output[0]?.text),
  };
}

interface Cell {
  language: string;
  text: string;
}

type Property = 'time' | 'memory' | 'input' | 'output';

const CLASSES: readonly (readonly [Property, string])[] = [
  ['time', 'time-limit'],
  ['memory', 'memory-limit'],
  ['input', 'input-file'],
  ['output', 'output-file'],
];

const measured = ({ language, text }: Cell, read: (text: string) => number | null): LanguageLimit => ({
  language,
  value: read(text),
});

const noCells = (): Record<Property, Cell[]> => ({ time: [], memory: [], input: [], output: [] });

function byProperty($: CheerioAPI, table: Nodes) {
  const groups = texts($, table.find('th'));
  const cells = noCells();
  for (const [property, name] of CLASSES) {
    const values = texts($, table.find(`tr.${name} td:not(.property-title)`));
    const languages = groups.slice(-values.length);
    cells[property] = values.map((text, index) => ({ language: languages[index] ?? '', text }));
  }
  return cells;
}

const HEADINGS: readonly (readonly [Property, RegExp])[] = [
  ['time', /врем|time/i],
  ['memory', /памят|memory/i],
  ['input', /^(ввод|input)/i],
  ['output', /^(вывод|output)/i],
];

function byLanguage($: CheerioAPI, table: Nodes) {
  const headings = texts($, table.find('th'));
  const cells = noCells();
  const columns = HEADINGS.flatMap(([property, words]) => {
    const index = headings.findIndex((heading) => words.test(heading));
    return index < 0 ? [] : [{ property, index }];
  });
  for (const row of table.find('tr').toArray()) {
    const values = texts($, $(row).children('td'));
    for (const { property, index } of columns) {
      const text = values[index];
      if (text !== undefined) cells[property].push({ language: values[0] ?? '', text });
    }
  }
  return cells;
}

const texts = ($: CheerioAPI, nodes: Nodes) => nodes.toArray().map((node) => lineOf($(node)));

/** Name of a file; null where a standard stream will do. */
function fileOf(text: string | undefined): string | null {
  if (text === undefined || /стандарт|standard|stdin|stdout/i.test(text)) return null;
  return /^[\w.-]{1,100}$/.test(text) ? text : null;
}
