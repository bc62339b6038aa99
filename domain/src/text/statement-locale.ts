/** Languages of the interface, the first being that of a visitor who chose none. */
export const LOCALES = ['ru-ru', 'en-us'] as const;

export type Locale = (typeof LOCALES)[number];

export const isLocale = (text: unknown): text is Locale => LOCALES.some((locale) => locale === text);

/**
 * In which language to show a statement that exists in some languages only: the wanted one,
 * else the first of `LOCALES` that exists, else whatever there is.
 *
 * @returns `undefined` when there is no statement at all
 */
export function statementLocale<T extends string>(wanted: string, available: readonly T[]): T | undefined {
  const find = (locale: string) => available.find((candidate) => candidate === locale);
  return find(wanted) ?? LOCALES.map(find).find((locale) => locale !== undefined) ?? available[0];
}
