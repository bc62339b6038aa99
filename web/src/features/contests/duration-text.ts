import { useMemo } from 'react';
import { useLocale } from '#shared/text/i18n.ts';

const MINUTE_MS = 60_000;

export interface DurationParts {
  days: number;
  hours: number;
  minutes: number;
}

/**
 * Splits a duration into days, hours and minutes; days only from two whole ones on, so that 36 h stays 36 h.
 */
export function durationParts(durationMs: number): DurationParts {
  const allMinutes = Math.max(0, Math.round(durationMs / MINUTE_MS));
  const allHours = Math.floor(allMinutes / 60);
  const days = allHours >= 48 ? Math.floor(allHours / 24) : 0;
  return { days, hours: allHours - days * 24, minutes: allMinutes % 60 };
}

/** Formats a duration in words: "5 ч", "2 ч 30 мин", "3 дн."; "5 hr", "2 hr, 30 min", "3 days". */
export function createDurationText(locale: string): (durationMs: number) => string {
  const format = createPartsText(locale);
  return (durationMs) => {
    const { days, hours, minutes } = durationParts(durationMs);
    const isNothing = days === 0 && hours === 0 && minutes === 0;
    const shown = Object.entries({ days, hours, minutes }).filter(([, value]) => value > 0);
    return format(isNothing ? { minutes: 0 } : Object.fromEntries(shown));
  };
}

/** Formats without `Intl.DurationFormat`, which Chromium before 129 lacks: no comma between the parts. */
function createPartsText(locale: string): (parts: Partial<DurationParts>) => string {
  if ('DurationFormat' in Intl) {
    const format = new Intl.DurationFormat(locale, { style: 'short', minutesDisplay: 'auto' });
    const nothing = new Intl.DurationFormat(locale, { style: 'short', minutesDisplay: 'always' });
    return (parts) => (parts.minutes === 0 ? nothing : format).format(parts);
  }
  return (parts) =>
    Object.entries(parts)
      .map(([unit, value]) =>
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit: unit.slice(0, -1),
          unitDisplay: 'short',
        }).format(value),
      )
      .join(' ');
}

export function useDurationText(): (durationMs: number) => string {
  const locale = useLocale();
  return useMemo(() => createDurationText(locale), [locale]);
}
