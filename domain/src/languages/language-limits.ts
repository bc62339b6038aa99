export interface Limits {
  timeLimitMs: number;
  memoryLimitKb: number;
}

/** Limits of a problem, and of languages that have others. */
export interface LimitsByLanguage extends Limits {
  languageLimits?: Readonly<Record<string, Limits>> | undefined;
}

/** Rules with the limits of one language in place of the problem's; the judge knows no other. */
export function rulesForLanguage<Rules extends LimitsByLanguage>(
  { languageLimits, ...rules }: Rules,
  languageKey: string,
): Omit<Rules, 'languageLimits'> {
  const own = languageLimits && Object.hasOwn(languageLimits, languageKey) ? languageLimits[languageKey] : {};
  return { ...rules, ...own };
}
