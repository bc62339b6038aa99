import { type Excerpt, isCut } from '#shared/text/excerpt.ts';

/**
 * Returns the first line, counted from 0, in which two texts differ, or null if they differ at most in
 * trailing white space. Lines that were cut are not compared.
 */
export function firstDifference(expected: Excerpt, actual: Excerpt): number | null {
  const [left, right] = [wholeLines(expected), wholeLines(actual)];
  const length =
    isCut(expected) || isCut(actual)
      ? Math.min(left.length, right.length)
      : Math.max(left.length, right.length);
  for (let line = 0; line < length; line += 1) if (left[line] !== right[line]) return line;
  return null;
}

/** Returns whole lines without trailing white space, and without empty lines at the end. */
function wholeLines(file: Excerpt): string[] {
  const lines = file.text.split('\n').map((line) => line.trimEnd());
  if (isCut(file)) return lines.slice(0, -1);
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Returns a text around one of its lines; `line` is null if the text ends before it. */
export function aroundLine(
  text: string,
  number: number,
): { before: string; line: string | null; after: string } {
  const lines = text.split('\n');
  const isThere = number < lines.length - (lines.at(-1) === '' ? 1 : 0);
  if (!isThere) return { before: text, line: null, after: '' };
  const before = lines
    .slice(0, number)
    .map((line) => `${line}\n`)
    .join('');
  return { before, line: lines[number] ?? '', after: lines.slice(number + 1).join('\n') };
}
