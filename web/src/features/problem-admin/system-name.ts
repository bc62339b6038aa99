import { useTranslation } from 'react-i18next';
import type { ProblemListChoice } from '#features/problem-admin/problem-admin.data.ts';

/** Systems of problems, and Polygon, which only brings packages. */
type System = ProblemListChoice['systemType'] | 'polygon';

/** Names that are the same in every language. */
const OWN_NAMES: Partial<Record<System, string>> = {
  timus: 'Timus',
  acmp: 'acmp.ru',
  cf: 'Codeforces',
  sgu: 'acm.sgu.ru',
  ejudge: 'ejudge',
  polygon: 'Polygon',
};

/** Returns the names of systems from which problems come. */
export function useSystemName(): (system: System) => string {
  const { t } = useTranslation();
  return (system) => OWN_NAMES[system] ?? t(`adminProblems.system.${system}`);
}
