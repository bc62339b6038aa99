import type { FileWindow } from '#checkers/file-chunks.ts';

/**
 * Size of a piece in bytes, the largest part of a token that is processed at once, so that a token of 100 MB is no
 * trouble.
 */
export const PIECE_BYTES = 4096;

/** Token, or piece of a very long one. */
export interface Piece {
  bytes: Buffer;
  /** True when the same token goes on in the next piece. */
  continues: boolean;
  /** Offset of the piece in the file. */
  at: number;
}

export interface TokenReader {
  /** Returns the next piece; null at the end of the file. Its bytes are valid until the next call. */
  next(): Piece | null | Promise<Piece | null>;
  /** True between two tokens, where the caller may move the window. */
  readonly betweenTokens: boolean;
  readonly window: FileWindow;
}

const TAB = 9;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/** Tells whether C's `isspace` accepts a byte: space, tab, line feed, vertical tab, form feed, carriage return. */
export function isSpace(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN);
}

/** Splits a file into tokens; returns at once while the window holds enough. */
export function readTokens(window: FileWindow, pieceBytes = PIECE_BYTES): TokenReader {
  let inToken = false;
  let ended = false;

  /** Takes the next piece from memory; undefined when more must be read first. */
  function fromMemory(): Piece | null | undefined {
    const { bytes } = window;
    let start = 0;
    if (!inToken) while (start < bytes.length && isSpace(bytes[start] as number)) start += 1;
    const limit = Math.min(bytes.length, start + pieceBytes);
    let end = start;
    while (end < limit && !isSpace(bytes[end] as number)) end += 1;
    // A byte behind the piece shows whether the token goes on.
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

  /** Takes the next piece after as many reads as it needs. */
  function afterReading(): Piece | null | Promise<Piece | null> {
    const filled = window.fill();
    return filled instanceof Promise ? filled.then(afterRead) : afterRead(filled);
  }

  function afterRead(filled: boolean): Piece | null | Promise<Piece | null> {
    ended = !filled;
    const piece = fromMemory();
    return piece === undefined ? afterReading() : piece;
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
