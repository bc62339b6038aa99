const LETTERS = 26;
const CODE_OF_A = 'A'.charCodeAt(0);

/** The letters of the problem at a position counted from 0: A to Z, then AA, AB, … */
export function problemIndex(position: number): string {
  const letter = String.fromCharCode(CODE_OF_A + (position % LETTERS));
  return position < LETTERS ? letter : problemIndex(Math.floor(position / LETTERS) - 1) + letter;
}

/** The position behind letters in any case, or `undefined` for anything that is no problem index. */
export function problemPosition(index: string): number | undefined {
  if (!/^[a-z]{1,4}$/i.test(index)) return undefined;
  let position = 0;
  for (const letter of index.toUpperCase()) {
    position = position * LETTERS + letter.charCodeAt(0) - CODE_OF_A + 1;
  }
  return position - 1;
}
