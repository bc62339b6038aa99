import type { Problem } from '@balloon/contracts/problems.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#shared/text/format.ts';

export const KB_PER_MB = 1024;

/** Returns time and memory limits as text; empty for foreign problems, whose statements contain them. */
export function useLimitsText(): (problem: Pick<Problem, 'timeLimitMs' | 'memoryLimitKb'>) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ timeLimitMs, memoryLimitKb }) =>
    [
      timeLimitMs !== null && t('limits.time', { seconds: formats.number(timeLimitMs / 1000) }),
      memoryLimitKb !== null && t('limits.memory', { megabytes: formats.number(memoryLimitKb / KB_PER_MB) }),
    ]
      .filter(Boolean)
      .join(' · ');
}
