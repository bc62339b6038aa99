import type { LanguageFamily } from '#languages/languages.ts';
import { type Token, tokensOf } from '#similarity/tokens.ts';

/** Tokens that make one fingerprint: shorter pieces are alike in all programs. */
const PIECE = 14;
/** Number of neighbouring pieces of which one is kept, so every common part of PIECE + WINDOW − 1 tokens is found. */
const WINDOW = 8;
const BASE = 1_000_003;

/** A piece of a program: its hash, and the lines where it stands (from 1, both included). */
export interface Fingerprint {
  hash: number;
  fromLine: number;
  toLine: number;
}

/**
 * Fingerprints of a program, by which common parts are found whatever their names and layout.
 *
 * @see Schleimer, Wilkerson, Aiken: Winnowing, local algorithms for document fingerprinting (SIGMOD 2003)
 */
export function fingerprintsOf(source: string, family: LanguageFamily): Fingerprint[] {
  const tokens = tokensOf(source, family);
  return winnowed(piecesOf(tokens));
}

/** All pieces of PIECE tokens with rolling hashes. */
function piecesOf(tokens: readonly Token[]): Fingerprint[] {
  const pieces: Fingerprint[] = [];
  let leading = 1;
  for (let i = 1; i < PIECE; i += 1) leading = Math.imul(leading, BASE);
  let hash = 0;
  tokens.forEach(({ kind, line }, index) => {
    const leaving = tokens[index - PIECE];
    if (leaving) hash = (hash - Math.imul(codeOf(leaving.kind), leading)) | 0;
    hash = (Math.imul(hash, BASE) + codeOf(kind)) | 0;
    const first = tokens[index - PIECE + 1];
    if (first) pieces.push({ hash: mixed(hash), fromLine: first.line, toLine: line });
  });
  return pieces;
}

/** The smallest hash of each window, the last of equal ones. */
function winnowed(pieces: readonly Fingerprint[]): Fingerprint[] {
  const kept: Fingerprint[] = [];
  const last = Math.max(0, pieces.length - WINDOW);
  for (let start = 0; start <= last; start += 1) {
    let smallest = pieces[start];
    for (let at = start + 1; at < Math.min(start + WINDOW, pieces.length); at += 1) {
      const piece = pieces[at];
      if (piece && smallest && piece.hash <= smallest.hash) smallest = piece;
    }
    if (smallest && kept.at(-1) !== smallest) kept.push(smallest);
  }
  return kept;
}

const codes = new Map<string, number>();

/** A number for each kind of token; there are few kinds, since names are all of one. */
function codeOf(kind: string): number {
  let code = codes.get(kind);
  if (code === undefined) {
    code = 7;
    for (let at = 0; at < kind.length; at += 1) code = (Math.imul(code, 31) + kind.charCodeAt(at)) | 0;
    if (codes.size < 1_000) codes.set(kind, code);
  }
  return code;
}

/** Spreads a hash over all bits, so that the smallest ones are no particular pieces. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}
