import { useMemo } from 'react';
import { useLocale } from '#shared/text/i18n.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats sizes and spans of time of the server for the chosen language. */
export function createServerFormats(locale: string) {
  const sizes = UNITS.map(
    (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }),
  );
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  return {
    /** 12 B, 4.5 kB, 1.2 GB */
    size: (bytes: number) => {
      const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(bytes || 1) / 10)));
      return sizes[power]?.format(bytes / 1024 ** power) ?? '';
    },
    /** now, 5 sec. ago, 3 min. ago, 2 hr. ago, 4 days ago */
    ago: (spanMs: number) => {
      const seconds = Math.max(0, Math.round(spanMs / 1000));
      if (seconds < 60) return relative.format(-seconds, 'second');
      if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute');
      if (seconds < 48 * 3600) return relative.format(-Math.floor(seconds / 3600), 'hour');
      return relative.format(-Math.floor(seconds / 86_400), 'day');
    },
  };
}

export function useServerFormats() {
  const locale = useLocale();
  return useMemo(() => createServerFormats(locale), [locale]);
}
