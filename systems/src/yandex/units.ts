const TIME_UNITS_MS: readonly (readonly [RegExp, number])[] = [
  [/^(ms|мс|milli|милли)/i, 1],
  [/^(s|с|c)/i, 1000],
  [/^(m|м)/i, 60_000],
];

const MEMORY_UNITS_BYTES: readonly (readonly [RegExp, number])[] = [
  [/^(b|б)/i, 1],
  [/^(k|к)/i, 1024],
  [/^(m|м)/i, 1024 ** 2],
  [/^(g|г)/i, 1024 ** 3],
];

/** Reads a time such as `36ms`, `1.2s` or `0,3 секунды` in ms; null for anything else. */
export function readTimeMs(text: string): number | null {
  return measure(text, TIME_UNITS_MS);
}

/** Reads a size such as `380.00Kb`, `12.5Mb` or `64 МБ` in KB; null for anything else. */
export function readMemoryKb(text: string): number | null {
  const bytes = measure(text, MEMORY_UNITS_BYTES);
  return bytes === null ? null : Math.round(bytes / 1024);
}

function measure(text: string, units: typeof TIME_UNITS_MS): number | null {
  const found = /^(\d{1,12}(?:[.,]\d{1,6})?)\s?(\p{L}{1,20})\.?$/u.exec(text.trim());
  const factor = units.find(([unit]) => unit.test(found?.[2] ?? ''))?.[1];
  if (!found || factor === undefined) return null;
  return Math.round(Number(found[1]?.replace(',', '.')) * factor);
}

/** Limit of one language, or of a group of languages. */
export interface LanguageLimit {
  /** Empty: the system does not tell. */
  language: string;
  value: number | null;
}

const ALL_LANGUAGES = /^(все|all|остальные|other|any|default)/i;

/**
 * The limit of a problem whose limits differ by language: that of all languages, else the one that most of them have,
 * and the larger of two that are as frequent.
 */
export function commonLimit(limits: readonly LanguageLimit[]): number | null {
  const all = limits.find(({ language, value }) => value !== null && ALL_LANGUAGES.test(language));
  if (all) return all.value;
  const counts = new Map<number, number>();
  for (const { value } of limits) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || b - a);
  return best?.[0] ?? null;
}
