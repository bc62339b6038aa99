import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import type { Checker } from '#checkers/checker.ts';
import { compareSpace } from '#checkers/compare-space.ts';
import { compareTokens, type SameToken } from '#checkers/compare-tokens.ts';

type KattisDefault = Omit<Extract<CheckerSpec, { kind: 'kattis' }>, 'kind'>;

/**
 * Compares as the default output validator of ICPC packages does: numbers are compared as such only where a tolerance
 * is given and the answer has a number; then the output must have one, too, and either tolerance is enough.
 *
 * @see Kattis problemtools, `default_validator.cc`; DOMjudge's `compare` has the same rules
 */
export function kattisDefault(rules: KattisDefault): Checker {
  const same = sameToken(rules);
  return async (files) => {
    const tokens = await compareTokens(files, same);
    if (tokens.verdict !== 'accepted' || !rules.spaceSensitive) return tokens;
    return compareSpace(files);
  };
}

function sameToken({ caseSensitive, absolute, relative }: KattisDefault): SameToken {
  const usesNumbers = absolute !== null || relative !== null;
  return (expected, found) => {
    if (expected.equals(found)) return true;
    const expectedNumber = usesNumbers ? parse(expected) : null;
    if (expectedNumber === null) return !caseSensitive && sameLetters(expected, found);
    const foundNumber = parse(found);
    if (foundNumber === null) return false;
    const error = Math.abs(expectedNumber - foundNumber);
    return error <= (absolute ?? -1) || error <= (relative ?? -1) * Math.abs(expectedNumber);
  };
}

/** Compares as C's `strcasecmp` in its plain locale: only the letters A to Z have two cases. */
function sameLetters(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && a.every((byte, at) => lower(byte) === lower(b[at] as number));
}

const lower = (byte: number) => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d+))?$/;

/** Parses what C's `%lf` accepts as a whole token, without infinities and NaN. */
function parse(token: Buffer): number | null {
  const text = token.toString('latin1');
  const number = DECIMAL.test(text) ? Number(text) : parseHexadecimal(text);
  return Number.isFinite(number) ? number : null;
}

function parseHexadecimal(text: string): number {
  const [, sign, whole = '', part = '', exponent = '0'] = HEXADECIMAL.exec(text) ?? [];
  if (whole + part === '') return Number.NaN;
  const digits = Number.parseInt(whole + part, 16);
  return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(exponent) - 4 * part.length);
}
