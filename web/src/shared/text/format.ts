import { useMemo } from 'react';
import { useLocale } from '#shared/text/i18n.ts';

/** Formats dates and numbers for the chosen language; times are in the viewer's zone. */
export function createFormats(locale: string) {
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const parts = {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  const dateTime = new Intl.DateTimeFormat(locale, parts);
  const dateTimeWithYear = new Intl.DateTimeFormat(locale, { ...parts, year: 'numeric' });
  const day = { day: 'numeric', month: 'short' } as const;
  const shortDay = new Intl.DateTimeFormat(locale, day);
  const shortDayWithYear = new Intl.DateTimeFormat(locale, { ...day, year: 'numeric' });
  const exactTime = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hourCycle: 'h23' });
  const isThisYear = (atMs: number) => new Date(atMs).getFullYear() === new Date().getFullYear();
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' });
  const number = new Intl.NumberFormat(locale);
  return {
    /** 5 марта 2026 г. */
    date: (atMs: number) => date.format(atMs),
    /** 14:05 */
    time: (atMs: number) => time.format(atMs),
    /** чт, 5 марта, 14:05; with the year when it is another one */
    dateTime: (atMs: number) => (isThisYear(atMs) ? dateTime : dateTimeWithYear).format(atMs),
    /** 5 мар.; with the year when it is another one */
    shortDay: (atMs: number) => (isThisYear(atMs) ? shortDay : shortDayWithYear).format(atMs),
    /** 14:05:59 */
    exactTime: (atMs: number) => exactTime.format(atMs),
    /** Date and time to the second, for tooltips. */
    exact: (atMs: number) => exact.format(atMs),
    /** The viewer's zone, such as GMT+3. */
    zone: (atMs: number) =>
      zone.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? '',
    number: (value: number) => number.format(value),
  };
}

export type Formats = ReturnType<typeof createFormats>;

export function useFormats(): Formats {
  const locale = useLocale();
  return useMemo(() => createFormats(locale), [locale]);
}
