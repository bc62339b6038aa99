import { useTranslation } from 'react-i18next';
import type { ProblemListChoice } from '#features/problem-admin/problem-admin.data.ts';
import { OUTSIDE_NAMES } from '#shared/text/judge-name.ts';

/** Systems of problems, and Polygon, which only brings packages. */
type System = ProblemListChoice['systemType'] | 'polygon';

/** Returns the names of systems from which problems come. */
export function useSystemName(): (system: System) => string {
  const { t } = useTranslation();
  return (system) => OUTSIDE_NAMES[system] ?? t(`adminProblems.system.${system}`);
}
