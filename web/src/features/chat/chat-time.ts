import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#features/chat/lay-out.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { createFormats } from '#shared/text/format.ts';
import { useLocale } from '#shared/text/i18n.ts';

const DAY_MS = 86_400_000;

/** Formats days and times as people name them in a conversation. */
export function useChatTime() {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const formats = createFormats(locale);
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
    const shortWithYear = new Intl.DateTimeFormat(locale, { dateStyle: 'short' });
    const isDay = (atMs: number, asMs: number) => dayOf(atMs) === dayOf(asMs);
    const isThisYear = (atMs: number) => new Date(atMs).getFullYear() === new Date().getFullYear();
    return {
      time: formats.time,
      exact: formats.exact,
      /** Formats a day: today, yesterday, 5 March 2026. */
      day(atMs: number): string {
        const nowMs = serverNowMs();
        if (isDay(atMs, nowMs)) return t('chat.today');
        return isDay(atMs, nowMs - DAY_MS) ? t('chat.yesterday') : formats.date(atMs);
      },
      /** Formats for a list: the time of today's messages, the date of others. */
      brief(atMs: number): string {
        if (isDay(atMs, serverNowMs())) return formats.time(atMs);
        return (isThisYear(atMs) ? short : shortWithYear).format(atMs);
      },
    };
  }, [t, locale]);
}
