import { columnsOf, UNPRINTABLE } from '@balloon/domain/text/print-pages.ts';
import type { HasSign } from '#content/document-fonts.ts';

/** Fonts of lines: that of programs, that of the machine for East Asian signs, and one of ours with many other signs. */
const LINE_FONTS = ['mono', 'wide', 'signs'] as const;
export type LineFont = (typeof LINE_FONTS)[number];

/** Signs in a row that one font draws, each as wide as the others. */
export interface PrintRun {
  font: LineFont;
  text: string;
  /** Where it begins, and how wide its signs are. */
  column: number;
  columns: number;
}

const MARK = /^\p{M}/u;

/**
 * Divides a line among the fonts that have its signs. What none has becomes a sign that says so.
 *
 * @returns the runs, and how many signs have no font
 */
export function runsOf(
  line: string,
  has: Readonly<Record<LineFont, HasSign>>,
): { runs: PrintRun[]; missing: number } {
  const runs: PrintRun[] = [];
  let column = 0;
  let missing = 0;
  for (const sign of line) {
    const last = runs.at(-1);
    if (last && MARK.test(sign)) {
      last.text += sign;
      continue;
    }
    const codePoint = sign.codePointAt(0) ?? 0;
    const columns = columnsOf(sign);
    const found = LINE_FONTS.find((one) => has[one](codePoint));
    const font = found ?? 'mono';
    const shown = found === undefined ? UNPRINTABLE : sign;
    if (found === undefined) missing += 1;
    // Signs of the last font differ in width, so each has a place of its own.
    if (last?.font === font && last.columns === columns && font !== 'signs') last.text += shown;
    else runs.push({ font, text: shown, column, columns });
    column += columns;
  }
  return { runs, missing };
}
