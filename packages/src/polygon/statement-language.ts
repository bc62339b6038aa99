const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Obsolete codes stand for others: `iw` was Hebrew, which is `he` now. */
const CODES = PAIRS.filter((code) => Intl.getCanonicalLocales(code)[0] === code);
const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Codes by English name as the Unicode consortium has them, then by Polygon's names where they differ. */
const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...CODES.map((code) => [ENGLISH_NAMES.of(code)?.toLowerCase() ?? '', code] as const),
  ['bengali', 'bn'],
  ['filipino', 'tl'],
  ['norwegian', 'no'],
  ['slovene', 'sl'],
]);

/**
 * Returns the two-letter code of a language that Polygon names by an English word: `russian` is `ru`. Null for
 * unknown languages and those without such a code.
 */
export function languageCode(word: string): string | null {
  return CODES_BY_NAME.get(word.trim().toLowerCase()) || null;
}
