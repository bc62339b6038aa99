/** Characters of a line and lines of a page, without the head; fits A4 and Letter in a small type. */
export const PAGE_COLUMNS = 84;
export const PAGE_ROWS = 66;
const TAB_COLUMNS = 4;

/**
 * Divides a text into pages of whole lines. Long lines go on in the next; tabs become spaces, and other control
 * characters a sign that shows that they were there.
 *
 * @returns at least one page
 */
export function printPages(text: string): string[][] {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrapped(printable(line)));
  const pages: string[][] = [];
  for (let at = 0; at < lines.length; at += PAGE_ROWS) pages.push(lines.slice(at, at + PAGE_ROWS));
  return pages;
}

/** Signs of a line, each of which takes one column. */
function printable(line: string): string[] {
  const signs: string[] = [];
  for (const sign of line) {
    if (sign === '\t') signs.push(...' '.repeat(TAB_COLUMNS - (signs.length % TAB_COLUMNS)));
    else signs.push(isControl(sign) ? '\u{fffd}' : sign);
  }
  return signs;
}

function isControl(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

function wrapped(signs: readonly string[]): string[] {
  if (signs.length === 0) return [''];
  const lines: string[] = [];
  for (let at = 0; at < signs.length; at += PAGE_COLUMNS)
    lines.push(signs.slice(at, at + PAGE_COLUMNS).join(''));
  return lines;
}
