/** Columns of a line and lines of a page, without head and numbers; fits A4 and Letter in a small type. */
export const PAGE_COLUMNS = 84;
export const PAGE_ROWS = 66;
const TAB_COLUMNS = 4;
/** Digits of the largest line number: a job has at most a hundred pages. */
const NUMBER_COLUMNS = 4;
const GOES_ON = '↪';
/** Stands for what is not seen, turns text around, or has no font. */
export const UNPRINTABLE = '\u{fffd}';
/** Most accents on one letter, and so on; what stacks more of them would climb over other lines. */
const MAX_MARKS = 3;

/** Line of a printed page. */
export interface PrintLine {
  /** Number of the line in the text, from 1; null where a long line goes on. */
  number: number | null;
  text: string;
}

/**
 * Divides a text into pages of numbered lines. Long lines go on in the next; tabs become spaces. Control characters, and
 * others that are not seen or turn text around, become a sign that shows that they were there.
 *
 * @returns at least one page
 */
export function printPages(text: string): PrintLine[][] {
  const lines = text
    .toWellFormed()
    .replace(/^\u{feff}/u, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .normalize('NFC')
    .split('\n')
    .flatMap((line, index) =>
      wrapped(printable(line)).map((part, at) => ({ number: at === 0 ? index + 1 : null, text: part })),
    );
  const pages: PrintLine[][] = [];
  for (let at = 0; at < lines.length; at += PAGE_ROWS) pages.push(lines.slice(at, at + PAGE_ROWS));
  return pages;
}

/** What stands before a printed line: its number, or a sign that the line before goes on. */
export const lineHead = ({ number }: PrintLine): string =>
  `${String(number ?? GOES_ON).padStart(NUMBER_COLUMNS)} `;

const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u;
/** Text with a sign in place of each character that is not seen, turns text around, or commands a printer. */
export const visible = (text: string): string =>
  [...text].map((sign) => (HIDDEN.test(sign) ? UNPRINTABLE : sign)).join('');

const MARK = /\p{M}/u;

/** East Asian signs and emoji, without the half-wide forms. */
const WIDE =
  /^(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

/** Columns of a line that a sign takes. */
export const columnsOf = (sign: string): number => (WIDE.test(sign) ? 2 : 1);

/** Signs of a line, as they are printed. */
function printable(line: string): string[] {
  const signs: string[] = [];
  let marks = 0;
  let columns = 0;
  const add = (sign: string) => {
    signs.push(sign);
    columns += columnsOf(sign);
  };
  for (const sign of line) {
    const isMark = MARK.test(sign);
    marks = isMark ? marks + 1 : 0;
    if (sign === '\t') for (const space of ' '.repeat(TAB_COLUMNS - (columns % TAB_COLUMNS))) add(space);
    else if (HIDDEN.test(sign)) add(UNPRINTABLE);
    else if (!isMark) add(sign);
    else if (marks <= MAX_MARKS && signs.length > 0) signs.push(`${signs.pop()}${sign}`);
    else if (signs.length === 0) add(UNPRINTABLE);
  }
  return signs;
}

function wrapped(signs: readonly string[]): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  let columns = 0;
  for (const sign of signs) {
    const width = columnsOf(sign);
    if (columns + width > PAGE_COLUMNS) {
      lines.push(line.join(''));
      [line, columns] = [[], 0];
    }
    line.push(sign);
    columns += width;
  }
  return [...lines, line.join('')];
}
