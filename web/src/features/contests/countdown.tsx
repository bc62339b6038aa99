import { formatCountdown } from '@balloon/domain/contests/contest-time.ts';
import { useTranslation } from 'react-i18next';

const DAY_MS = 86_400_000;
/** Time from which on a timer counts days: 335 hours are hard to read. */
const LONG_MS = 2 * DAY_MS;

export interface CountdownParts {
  /** Whole days, or 0 when the timer shows hours. */
  days: number;
  /** h:mm:ss, without the days. */
  clock: string;
}

export function countdownParts(leftMs: number): CountdownParts {
  const days = leftMs >= LONG_MS ? Math.floor(leftMs / DAY_MS) : 0;
  return { days, clock: formatCountdown(leftMs - days * DAY_MS) };
}

export interface CountdownProps {
  leftMs: number;
  /** Class of the figures of the clock. */
  className?: string | undefined;
}

/** The time left: a clock, or days while there are many. */
export function Countdown({ leftMs, className }: CountdownProps) {
  const { t } = useTranslation();
  const { days, clock } = countdownParts(leftMs);
  if (days === 0) return <span className={className}>{clock}</span>;
  return (
    <span className={className} style={{ fontFamily: 'var(--font-text)', letterSpacing: '-0.03em' }}>
      {t('time.days', { count: days })}
    </span>
  );
}
