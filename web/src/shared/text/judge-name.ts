import type { SystemType } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';

/** Names of outside systems, and of Polygon, that are the same in every language. */
export const OUTSIDE_NAMES: Partial<Record<SystemType | 'all' | 'polygon', string>> = {
  timus: 'Timus',
  acmp: 'acmp.ru',
  cf: 'Codeforces',
  sgu: 'acm.sgu.ru',
  ejudge: 'ejudge',
  polygon: 'Polygon',
};

/** Returns the names of outside systems as participants know them: both ways to Yandex.Contest are one. */
export function useJudgeName(): (system: SystemType) => string {
  const { t } = useTranslation();
  return (system) => OUTSIDE_NAMES[system] ?? t('solutions.yandex');
}
