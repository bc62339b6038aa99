/*
 * What happened to a draft between two snapshots, as evidence of how a program came to be. Lines are compared as a
 * multiset without their spaces, in linear time: code that was moved or indented anew is not new, and long texts of
 * strangers cost no more than short ones.
 */

/** A run of new lines that is rather pasted than typed in the half minute between two snapshots. */
const LARGE_BLOCK = { lines: 5, characters: 300 } as const;

/** New lines one after the other; empty lines between them are not counted. */
export interface NewBlock {
  /** Number of its first line in the later snapshot, from 1. */
  fromLine: number;
  lines: number;
  /** Without spaces. */
  characters: number;
}

export interface DraftChange {
  /** Numbers of the lines, from 1, that only the later snapshot has, and of those that only the earlier one had. */
  newLines: number[];
  goneLines: number[];
  /** The block with most characters, or null without a new line. */
  block: NewBlock | null;
}

/** Compares two snapshots of a draft. */
export function draftChange(before: string, after: string): DraftChange {
  const [earlier, later] = [linesOf(before), linesOf(after)];
  const newLines = missingFrom(later, earlier);
  return { newLines, goneLines: missingFrom(earlier, later), block: largestBlock(later, newLines) };
}

/** Whether a block is rather pasted than typed. */
export const isLargeBlock = (block: NewBlock | null): boolean =>
  block !== null && block.lines >= LARGE_BLOCK.lines && block.characters >= LARGE_BLOCK.characters;

const linesOf = (text: string) => text.split('\n').map((line) => line.replace(/\s/g, ''));

/** Numbers of the lines that are not, or not as often, in the other text. */
function missingFrom(lines: readonly string[], other: readonly string[]): number[] {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  const missing: number[] = [];
  for (const [index, line] of lines.entries()) {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    else if (line !== '') missing.push(index + 1);
  }
  return missing;
}

function largestBlock(lines: readonly string[], newLines: readonly number[]): NewBlock | null {
  let largest: NewBlock | null = null;
  let current: NewBlock | null = null;
  let lastLine = 0;
  for (const number of newLines) {
    const follows = current !== null && lines.slice(lastLine, number - 1).every((line) => line === '');
    if (current === null || !follows) current = { fromLine: number, lines: 0, characters: 0 };
    current.lines += 1;
    current.characters += lines[number - 1]?.length ?? 0;
    if (largest === null || current.characters > largest.characters) largest = current;
    lastLine = number;
  }
  return largest;
}
