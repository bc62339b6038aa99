import type { SameToken } from '#checkers/compare-tokens.ts';

/** Decimal numbers only; hexadecimal ones, `nan` and `inf` are compared as text. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Amount that rounding may add to a difference that lies exactly on the tolerance; testlib adds the same. */
const ROUNDING = 1e-15;

/**
 * Compares two numbers, which agree within the absolute or the relative tolerance, whichever is wider; anything that
 * is not a number must agree as text.
 *
 * @see Problem Package Format (Kattis), "float_tolerance"
 */
export function sameNumber(absolute: number, relative: number): SameToken {
  return (expected, found) => {
    if (expected.equals(found)) return true;
    const expectedNumber = parse(expected);
    const foundNumber = parse(found);
    if (expectedNumber === null || foundNumber === null) return false;
    const error = Math.abs(expectedNumber - foundNumber);
    return error <= absolute + ROUNDING || error <= relative * Math.abs(expectedNumber) + ROUNDING;
  };
}

function parse(token: Buffer): number | null {
  const text = token.toString('latin1');
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  // 1e999 does not count as a number: it would be infinitely far from everything and relatively near to it.
  return Number.isFinite(number) ? number : null;
}
