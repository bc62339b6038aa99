import { useCallback } from 'react';
import { useLocale } from '#shared/text/i18n.ts';

/** Formats the date of a contest as its name begins with it: "5 марта 2026", "5 March 2026". */
function nameDateText(locale: string, atMs: number): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const parts = format.formatToParts(atMs);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}`;
}

export function useNameDate(): (atMs: number) => string {
  const locale = useLocale();
  return useCallback((atMs) => nameDateText(locale, atMs), [locale]);
}
