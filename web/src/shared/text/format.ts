import { useLocale } from '#shared/text/i18n.ts';
import { numberText } from '#shared/text/number-text.ts';

/**
 * Formats dates and numbers for a language; times are in the viewer's zone. Each format is made when it is first needed:
 * ten of them cost a weak laptop some 60 ms.
 */
export function createFormats(locale: string) {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    whenNeeded(() => new Intl.DateTimeFormat(locale, options));
  const date = dates({ day: 'numeric', month: 'long', year: 'numeric' });
  const time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const parts = {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  const dateTime = dates(parts);
  const dateTimeWithYear = dates({ ...parts, year: 'numeric' });
  const day = { day: 'numeric', month: 'short' } as const;
  const shortDay = dates(day);
  const shortDayWithYear = dates({ ...day, year: 'numeric' });
  const exactTime = dates({ timeStyle: 'medium', hourCycle: 'h23' });
  const isThisYear = (atMs: number) => new Date(atMs).getFullYear() === new Date().getFullYear();
  const exact = dates({ dateStyle: 'medium', timeStyle: 'medium' });
  const zone = dates({ timeZoneName: 'short' });
  return {
    /** 5 марта 2026 г. */
    date: (atMs: number) => date().format(atMs),
    /** 14:05 */
    time: (atMs: number) => time().format(atMs),
    /** чт, 5 марта, 14:05; with the year when it is another one */
    dateTime: (atMs: number) => (isThisYear(atMs) ? dateTime() : dateTimeWithYear()).format(atMs),
    /** 5 мар.; with the year when it is another one */
    shortDay: (atMs: number) => (isThisYear(atMs) ? shortDay() : shortDayWithYear()).format(atMs),
    /** 14:05:59 */
    exactTime: (atMs: number) => exactTime().format(atMs),
    /** Date and time to the second, for tooltips. */
    exact: (atMs: number) => exact().format(atMs),
    /** The viewer's zone, such as GMT+3. */
    zone: (atMs: number) =>
      zone()
        .formatToParts(atMs)
        .find((part) => part.type === 'timeZoneName')?.value ?? '',
    number: (value: number) => numberText(value, locale),
  };
}

function whenNeeded<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export type Formats = ReturnType<typeof createFormats>;

const formatsByLocale = new Map<string, Formats>();

export function useFormats(): Formats {
  const locale = useLocale();
  const known = formatsByLocale.get(locale) ?? createFormats(locale);
  formatsByLocale.set(locale, known);
  return known;
}
