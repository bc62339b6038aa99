import type { ProblemSearchQuery } from '@balloon/contracts/problems/problem-admin.ts';
import { useTranslation } from 'react-i18next';
import { OUTSIDE_NAMES } from '#shared/text/judge-name.ts';

/** Systems of problems, and Polygon, which only brings packages. */
type System = ProblemSearchQuery['systemType'] | 'polygon';

/** Returns the names of systems from which problems come. */
export function useSystemName(): (system: System) => string {
  const { t } = useTranslation();
  return (system) => OUTSIDE_NAMES[system] ?? t(`adminProblems.system.${system}`);
}
