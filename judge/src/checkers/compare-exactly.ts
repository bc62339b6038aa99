import type { CheckerAnswer } from '#checkers/checker.ts';
import { compareTokens, sameBytes } from '#checkers/compare-tokens.ts';
import { CHUNK_BYTES, type FileWindow, openWindow } from '#checkers/file-chunks.ts';
import { isSpace } from '#checkers/token-reader.ts';

/**
 * Compares two files byte by byte. White space at the very end does not count, since editors and
 * `print` disagree about the last newline; anywhere else a difference in white space alone is a presentation error.
 */
export async function compareExactly(
  files: { output: string; answer: string },
  chunkBytes = CHUNK_BYTES,
): Promise<CheckerAnswer> {
  const differsAt = await firstDifference(files, chunkBytes);
  if (differsAt === null) return { verdict: 'accepted', comment: '' };
  const tokens = await compareTokens(files, sameBytes, chunkBytes);
  if (tokens.verdict !== 'accepted') return tokens;
  return { verdict: 'presentationError', comment: `white space differs at byte ${differsAt}` };
}

async function firstDifference(files: { output: string; answer: string }, chunkBytes: number) {
  const answer = openWindow(files.answer, chunkBytes);
  try {
    const output = openWindow(files.output, chunkBytes);
    try {
      return await differenceOf(answer, output);
    } finally {
      output.close();
    }
  } finally {
    answer.close();
  }
}

/** Finds the position of the first difference that counts; null when there is none. */
async function differenceOf(answer: FileWindow, output: FileWindow): Promise<number | null> {
  for (;;) {
    if (answer.bytes.length === 0) await answer.fill();
    if (output.bytes.length === 0) await output.fill();
    const length = Math.min(answer.bytes.length, output.bytes.length);
    const agreed = length === 0 ? 0 : equalBytes(answer.bytes, output.bytes, length);
    answer.take(agreed);
    output.take(agreed);
    if (agreed < length || length === 0) break;
  }
  const at = output.position;
  return (await onlySpaceLeft(answer)) && (await onlySpaceLeft(output)) ? null : at;
}

function equalBytes(a: Buffer, b: Buffer, length: number): number {
  if (a.compare(b, 0, length, 0, length) === 0) return length;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return at;
}

async function onlySpaceLeft(window: FileWindow): Promise<boolean> {
  for (;;) {
    if (!window.bytes.every(isSpace)) return false;
    window.take(window.bytes.length);
    if (!(await window.fill())) return true;
  }
}
