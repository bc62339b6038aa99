export interface ComparedLine {
  kind: 'removed' | 'added';
  text: string;
  key: string;
}

/** Longest texts that are compared line by line, in cells of the table of all pairs of lines. */
const MAX_CELLS = 4_000_000;

/**
 * Lines that only one of two texts has, in the order of reading: a longest common subsequence stays unsaid. Texts of too
 * many lines are compared as sets of lines.
 */
export function compareLines(former: string, present: string): ComparedLine[] {
  const [one, other] = [former.split('\n'), present.split('\n')];
  const start = commonStart(one, other);
  const end = commonStart(one.slice(start).toReversed(), other.slice(start).toReversed());
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const lines = left.length * right.length > MAX_CELLS ? asSets(left, right) : inOrder(left, right);
  return lines
    .filter(({ text }) => text.trim() !== '')
    .map((line, index) => ({ ...line, key: `${index}-${line.kind}` }));
}

type Line = Omit<ComparedLine, 'key'>;

function commonStart(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, index) => line !== other[index]);
  return differs === -1 ? Math.min(one.length, other.length) : differs;
}

function asSets(left: readonly string[], right: readonly string[]): Line[] {
  const [inLeft, inRight] = [new Set(left), new Set(right)];
  return [
    ...left.filter((text) => !inRight.has(text)).map((text): Line => ({ kind: 'removed', text })),
    ...right.filter((text) => !inLeft.has(text)).map((text): Line => ({ kind: 'added', text })),
  ];
}

function inOrder(left: readonly string[], right: readonly string[]): Line[] {
  const width = right.length + 1;
  // Lengths of the longest common subsequences of what follows each pair of places.
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const isSame = left[row] === right[column];
      lengths[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && left[row] === right[column]) {
      [row, column] = [row + 1, column + 1];
    } else if (column >= right.length || (row < left.length && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: left[row] ?? '' });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: right[column] ?? '' });
      column += 1;
    }
  }
  return lines;
}
