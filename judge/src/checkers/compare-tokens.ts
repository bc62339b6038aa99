import { type CheckerAnswer, quote } from '#checkers/checker.ts';
import { CHUNK_BYTES, openWindow } from '#checkers/file-chunks.ts';
import { isSpace, type Piece, readTokens, type TokenReader } from '#checkers/token-reader.ts';

/** Compares a found token with the expected one; both are whole and at most `PIECE_BYTES` long. */
export type SameToken = (expected: Buffer, found: Buffer) => boolean;

export const sameBytes: SameToken = (expected, found) => expected.equals(found);

/**
 * Compares two files token by token, in constant memory. White space only separates.
 * Tokens longer than a piece must agree byte by byte, whatever `same` says.
 */
export async function compareTokens(
  files: { output: string; answer: string },
  same: SameToken,
  chunkBytes = CHUNK_BYTES,
): Promise<CheckerAnswer> {
  const answer = openWindow(files.answer, chunkBytes);
  try {
    const output = openWindow(files.output, chunkBytes);
    try {
      return await compareReaders(readTokens(answer), readTokens(output), same);
    } finally {
      output.close();
    }
  } finally {
    answer.close();
  }
}

async function compareReaders(
  answer: TokenReader,
  output: TokenReader,
  same: SameToken,
): Promise<CheckerAnswer> {
  const skipEqual = equalPartSkipper(answer, output);
  let inLongToken = false;
  for (;;) {
    skipEqual();
    const next = answer.next();
    const expected = next instanceof Promise ? await next : next;
    const other = output.next();
    const found = other instanceof Promise ? await other : other;
    if (expected === null && found === null) return { verdict: 'accepted', comment: '' };
    if (expected === null || found === null || !samePiece(expected, found)) return different(expected, found);
    inLongToken = expected.continues;
  }

  function samePiece(expected: Piece, found: Piece): boolean {
    if (expected.continues || found.continues || inLongToken) {
      return expected.continues === found.continues && expected.bytes.equals(found.bytes);
    }
    return same(expected.bytes, found.bytes);
  }
}

function different(expected: Piece | null, found: Piece | null): CheckerAnswer {
  const comment =
    expected === null
      ? `extra ${quote((found as Piece).bytes)} at byte ${found?.at} of the output`
      : found === null
        ? `the output ends where ${quote(expected.bytes)} is expected`
        : `expected ${quote(expected.bytes)}, found ${quote(found.bytes)} at byte ${found.at} of the output`;
  return { verdict: 'wrongAnswer', comment };
}

/** Length in bytes from which equal parts are skipped: below it the search would cost more than it saves. */
const WORTH_SKIPPING = 1024;
/** Bytes to wait after a failed attempt to skip. */
const RETRY_AFTER_BYTES = 64 * 1024;

/**
 * Skips stretches in which output and answer agree byte by byte, as most right outputs do, at the speed of memory. A
 * stretch ends behind white space, so no token is cut.
 */
function equalPartSkipper(answer: TokenReader, output: TokenReader): () => void {
  let nextTryAt = 0;
  return () => {
    if (answer.window.position < nextTryAt || !answer.betweenTokens || !output.betweenTokens) return;
    const a = answer.window.bytes;
    const b = output.window.bytes;
    const length = Math.min(a.length, b.length);
    if (length < WORTH_SKIPPING) return;
    const cut = a.compare(b, 0, length, 0, length) === 0 ? lastSpace(a, length) + 1 : 0;
    if (cut === 0) {
      nextTryAt = answer.window.position + RETRY_AFTER_BYTES;
      return;
    }
    answer.window.take(cut);
    output.window.take(cut);
  };
}

function lastSpace(bytes: Buffer, length: number): number {
  let at = length - 1;
  while (at >= 0 && !isSpace(bytes[at] as number)) at -= 1;
  return at;
}
