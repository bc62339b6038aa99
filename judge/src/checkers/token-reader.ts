import type { FileWindow } from '#checkers/file-chunks.ts';

/** Tokens are looked at in pieces of at most this many bytes, so that one token of 100 MB is no trouble. */
export const PIECE_BYTES = 4096;

/** A token, or a piece of a very long one. */
export interface Piece {
  bytes: Buffer;
  /** The same token goes on in the next piece. */
  continues: boolean;
  /** Where it starts in the file. */
  at: number;
}

export interface TokenReader {
  /** The next piece; null at the end of the file. Its bytes are valid until the next call. */
  next(): Piece | null | Promise<Piece | null>;
  /** Between two tokens, so that the window may be moved from outside. */
  readonly betweenTokens: boolean;
  readonly window: FileWindow;
}

const TAB = 9;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/** Space, tab, line feed, vertical tab, form feed, carriage return: what C's `isspace` says. */
export function isSpace(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN);
}

/** Splits a file into tokens; answers at once while the window holds enough. */
export function readTokens(window: FileWindow, pieceBytes = PIECE_BYTES): TokenReader {
  let inToken = false;
  let ended = false;

  /** The next piece out of what is in memory; undefined when more must be read first. */
  function fromMemory(): Piece | null | undefined {
    const { bytes } = window;
    let start = 0;
    if (!inToken) while (start < bytes.length && isSpace(bytes[start] as number)) start += 1;
    const limit = Math.min(bytes.length, start + pieceBytes);
    let end = start;
    while (end < limit && !isSpace(bytes[end] as number)) end += 1;
    // A byte behind the piece tells whether the token goes on.
    if (end === bytes.length && !ended) {
      window.take(start);
      return undefined;
    }
    if (end === start) return null;
    const continues = end < bytes.length && !isSpace(bytes[end] as number);
    const piece = { bytes: bytes.subarray(start, end), continues, at: window.position + start };
    window.take(end);
    inToken = continues;
    return piece;
  }

  async function afterReading(): Promise<Piece | null> {
    for (;;) {
      ended = !(await window.fill());
      const piece = fromMemory();
      if (piece !== undefined) return piece;
    }
  }

  return {
    window,
    get betweenTokens() {
      return !inToken;
    },
    next() {
      const piece = fromMemory();
      return piece === undefined ? afterReading() : piece;
    },
  };
}
