const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Obsolete codes stand for others: `iw` was Hebrew, which is `he` now. */
const CODES = PAIRS.filter((code) => Intl.getCanonicalLocales(code)[0] === code);
const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** English names as the Unicode consortium has them, then Polygon's where they differ. */
const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...CODES.map((code) => [ENGLISH_NAMES.of(code)?.toLowerCase() ?? '', code] as const),
  ['bengali', 'bn'],
  ['filipino', 'tl'],
  ['norwegian', 'no'],
  ['slovene', 'sl'],
]);

/**
 * The two-letter code of a language that Polygon names by an English word: `russian` is `ru`. Null for those that
 * have no such code or that nobody knows.
 */
export function languageCode(word: string): string | null {
  return CODES_BY_NAME.get(word.trim().toLowerCase()) || null;
}
