import type { Problem } from '@balloon/contracts/problems.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#shared/format.ts';

const KB_PER_MB = 1024;

/** Time and memory limits in words; empty for problems of foreign systems, whose statement tells them. */
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
