import type { Page } from '#pages/get-page.ts';
import { blockOf, lineOf } from '#pages/plain-text.ts';

/** What the page of a contest tells of a problem whose statement is a document. */
export interface ContestRow {
  timeLimitMs: number | null;
  memoryLimitKb: number | null;
  inputFile: string | null;
  outputFile: string | null;
}

const UNKNOWN: ContestRow = { timeLimitMs: null, memoryLimitKb: null, inputFile: null, outputFile: null };

/**
 * Reads the row of a problem on the page of its contest, such as `a.in/standard output 1 s, 256 MB`.
 *
 * @throws {OutsideError} `drift` when the page has no list of problems
 */
export function readContestRow(page: Page, index: string): ContestRow {
  const { $ } = page;
  if ($('table.problems').length === 0) throw page.lacks('table.problems');
  const row = $('table.problems tr')
    .toArray()
    .find((each) => lineOf($(each).find('td.id a').first()) === index);
  if (!row) return UNKNOWN;
  const text = blockOf($(row).children('td').eq(1)).replaceAll(/\s+/g, ' ');
  const [, seconds] = / (\d{1,4}(?:\.\d{1,3})?) s,/.exec(text) ?? [];
  const [, megabytes] = / (\d{1,6}) MB/.exec(text) ?? [];
  return {
    timeLimitMs: seconds === undefined ? null : Math.round(Number(seconds) * 1000),
    memoryLimitKb: megabytes === undefined ? null : Number(megabytes) * 1024,
    ...filesOf(text),
  };
}

/** Files are words with a dot around a slash; streams are "standard input" or "standard output". */
function filesOf(text: string): Pick<ContestRow, 'inputFile' | 'outputFile'> {
  const at = text.lastIndexOf('/');
  const input = text.slice(0, Math.max(at, 0)).split(' ').at(-1) ?? '';
  const output = at < 0 ? '' : (text.slice(at + 1).split(' ')[0] ?? '');
  return { inputFile: fileOrNull(input), outputFile: fileOrNull(output) };
}

const fileOrNull = (word: string) => (word.includes('.') ? word.slice(0, 100) : null);
