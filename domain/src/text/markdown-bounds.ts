/*
 * Bounds of Markdown that people write, found by one linear pass over its characters, before any parser sees it.
 *
 * Parsers of CommonMark are fast on honest texts and quadratic, or as deep as the text is long, on a few constructs:
 * nested quotes and lists, delimiter runs, brackets and code spans that never close, tables that pad every row. The
 * pass counts what such constructs are made of and never parses, so it errs towards refusing: the limits lie far
 * above what honest texts of the same size contain.
 */

/** Text that is worth parsing at all, in characters. */
export const MAX_MARKDOWN_LENGTH = 200_000;
/** Quotes and lists inside one another. */
const MAX_CONTAINERS = 32;
/** Columns that quotes, list markers and their indentation may take; list items deeper inside begin further right. */
const MAX_CONTAINER_COLUMNS = 100;
/** Signs of emphasis, or brackets, that one paragraph may leave open. */
const MAX_PENDING = 400;
/** Characters of a paragraph times the signs in it, each of which may make a parser look as far as its end. */
const MAX_WORK = 10_000_000;
/** Underlines that make the lines above them headings: a parser goes through everything before each. */
const MAX_UNDERLINES = 500;
/** Cells of a table, with those that a parser adds to short rows. */
const MAX_CELLS = 20_000;

export type MarkdownExcess = 'length' | 'nesting' | 'marks' | 'cells';

/** Names the bound that a text exceeds, or returns null when it may be parsed. Takes linear time. */
export function findMarkdownExcess(text: string): MarkdownExcess | null {
  if (text.length > MAX_MARKDOWN_LENGTH) return 'length';
  let work = 0;
  let underlines = 0;
  let block = emptyBlock();
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') {
      work += block.length * block.signs;
      block = emptyBlock();
    } else {
      if (isDeep(line)) return 'nesting';
      if (isUnderline(line)) underlines += 1;
      readLine(block, line);
      if (block.mostPending > MAX_PENDING || underlines > MAX_UNDERLINES) return 'marks';
      if (block.columns * block.lines > MAX_CELLS) return 'cells';
    }
    if (work + block.length * block.signs > MAX_WORK) return 'marks';
  }
  return null;
}

/** Lines up to the next empty one: no emphasis, link, code span or table reaches beyond it. */
interface Block {
  length: number;
  lines: number;
  /** Runs and characters with which a construct may begin or end. */
  signs: number;
  /** Characters of `*`, `_` and `~` that may open emphasis and were not closed for certain. */
  pending: number;
  /** Brackets that are open. */
  brackets: number;
  /** The larger of `pending` and `brackets` at any place so far. */
  mostPending: number;
  /** Columns of the widest table that may begin here. */
  columns: number;
}

const emptyBlock = (): Block => ({
  length: 0,
  lines: 0,
  signs: 0,
  pending: 0,
  brackets: 0,
  mostPending: 0,
  columns: 0,
});

function readLine(block: Block, line: string): void {
  block.length += line.length + 1;
  block.lines += 1;
  block.columns = Math.max(block.columns, columnsOfDelimiterRow(line));
  if (isRule(line, 0)) return;
  for (let at = 0; at < line.length; ) {
    const length = runLength(line, at);
    readRun(block, line, at, length);
    block.mostPending = Math.max(block.mostPending, block.pending, block.brackets);
    at += length;
  }
}

function readRun(block: Block, line: string, at: number, length: number): void {
  const sign = line[at] ?? '';
  if (!SIGNS.has(sign)) return;
  block.signs += RUNS.has(sign) ? 1 : length;
  if (sign === '[') block.brackets += length;
  if (sign === ']') block.brackets = Math.max(0, block.brackets - length);
  if (!EMPHASIS.has(sign)) return;
  const isAfterWord = isWord(line[at - 1]);
  const isBeforeWord = isWord(line[at + length]);
  // Between two words an underscore is part of a name.
  if (sign === '_' && isAfterWord && isBeforeWord) return;
  if (!isSpace(line[at + length])) block.pending += length;
  else if (!isSpace(line[at - 1])) block.pending = Math.max(0, block.pending - length);
}

const SIGNS: ReadonlySet<string> = new Set('*_~`$[]<&@!');
/** Signs of which a run is one construct. */
const RUNS: ReadonlySet<string> = new Set('*_~`$');
const EMPHASIS: ReadonlySet<string> = new Set('*_~');

const isSpace = (sign: string | undefined) => sign === undefined || sign.trim() === '';
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

function runLength(line: string, at: number): number {
  let end = at + 1;
  while (line[end] === line[at]) end += 1;
  return end - at;
}

/** Whether the markers of quotes and lists at the start of a line are too many, or reach too far to the right. */
function isDeep(line: string): boolean {
  let containers = 0;
  let column = 0;
  for (let at = 0; at < line.length; ) {
    const marker = markerLength(line, at);
    if (marker > 0 && !isRule(line, at)) {
      containers += 1;
      if (containers > MAX_CONTAINERS || column > MAX_CONTAINER_COLUMNS) return true;
    } else if (line[at] !== ' ' && line[at] !== '\t') return false;
    column = line[at] === '\t' ? column + 4 - (column % 4) : column + Math.max(marker, 1);
    at += Math.max(marker, 1);
  }
  return false;
}

/** Characters of the marker that stands here: `>`, `-`, `+`, `*`, a number of a list, `[^note]:`; 0 for anything else. */
function markerLength(line: string, at: number): number {
  const sign = line[at] ?? '';
  if (sign === '[' && line[at + 1] === '^') {
    const end = line.indexOf(']', at);
    return end > 0 && line[end + 1] === ':' ? end + 2 - at : 0;
  }
  if (sign === '>') return 1;
  if ('-+*'.includes(sign)) return isSpace(line[at + 1]) ? 1 : 0;
  let end = at;
  while (end - at < 9 && isDigit(line[end])) end += 1;
  const isNumber = end > at && (line[end] === '.' || line[end] === ')') && isSpace(line[end + 1]);
  return isNumber ? end + 1 - at : 0;
}

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9';

/** A line of one sign and spaces separates parts of a text, however long it is. */
function isRule(line: string, from: number): boolean {
  let sign = '';
  let signs = 0;
  for (let at = from; at < line.length; at += 1) {
    const here = line[at] ?? '';
    if (here === ' ' || here === '\t') continue;
    if (sign === '') sign = here;
    if (here !== sign) return false;
    signs += 1;
  }
  return signs >= 3 && '-*_'.includes(sign);
}

/** A line of `=` or `-`, also inside quotes and lists. */
function isUnderline(line: string): boolean {
  let at = 0;
  while (' \t>+*'.includes(line[at] ?? '.')) at += 1;
  const sign = line[at];
  if (sign !== '=' && sign !== '-') return false;
  while (line[at] === sign) at += 1;
  return line.slice(at).trim() === '';
}

/** Columns of the row of a table that follows its head, such as `|---|:-:|`; 0 for any other line. */
function columnsOfDelimiterRow(line: string): number {
  let bars = 0;
  let dashes = 0;
  for (const sign of line) {
    if (sign === '|') bars += 1;
    else if (sign === '-') dashes += 1;
    else if (!DELIMITER_ROW.has(sign)) return 0;
  }
  return dashes === 0 ? 0 : bars + 1;
}

/** With the markers of the quotes and lists that a table may stand in. */
const DELIMITER_ROW: ReadonlySet<string> = new Set(': \t>+*.)0123456789');
