import { useTranslation } from 'react-i18next';

const MINUTE_MS = 60_000;

export interface DurationParts {
  days: number;
  hours: number;
  minutes: number;
}

/** A length of time in days, hours and minutes; whole days only count from two on, so that 36 h stays 36 h. */
export function durationParts(durationMs: number): DurationParts {
  const allMinutes = Math.max(0, Math.round(durationMs / MINUTE_MS));
  const allHours = Math.floor(allMinutes / 60);
  const days = allHours >= 48 ? Math.floor(allHours / 24) : 0;
  return { days, hours: allHours - days * 24, minutes: allMinutes % 60 };
}

/** Says a length of time in words: "5 ч", "2 ч 30 мин", "3 дня". */
export function useDurationText(): (durationMs: number) => string {
  const { t } = useTranslation();
  return (durationMs) => {
    const { days, hours, minutes } = durationParts(durationMs);
    const words = [
      days > 0 && t('time.days', { count: days }),
      hours > 0 && t('time.hours', { count: hours }),
      minutes > 0 && t('time.minutes', { count: minutes }),
    ].filter(Boolean);
    return words.length > 0 ? words.join(' ') : t('time.minutes', { count: 0 });
  };
}
