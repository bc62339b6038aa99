import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import type { ChosenProblem } from '#features/contest-admin/form/form-values.ts';
import { SYSTEM_NAMES } from '#features/contest-admin/system-names.ts';
import { useLimitsText } from '#features/problems/limits.tsx';

/** Title of a problem, and under it where it comes from and its limits. */
export function ProblemLine({
  problem,
  children,
}: {
  problem: Omit<ChosenProblem, 'color' | 'versionId'>;
  children?: ReactNode;
}) {
  const limits = useLimitsText()(problem);
  const number = useProblemNumber(problem);
  return (
    <span className={classes.line}>
      <span className={classes.problemTitle}>{problem.title}</span>
      <span className={classes.facts}>
        <span>
          {SYSTEM_NAMES[problem.systemType]} {number}
        </span>
        {limits !== '' && <span>{limits}</span>}
        {children}
      </span>
    </span>
  );
}

/** Number of a problem in its system; own problems go by their id. */
function useProblemNumber({
  id,
  systemType,
  foreignProblemIdentifier: foreign,
}: Pick<ChosenProblem, 'id' | 'systemType' | 'foreignProblemIdentifier'>): string {
  const { t } = useTranslation();
  if (systemType === 'balloon' || foreign === '') return `#${id}`;
  const [archive, number] = foreign.split(':');
  if (systemType !== 'cf' || number === undefined) return foreign;
  return t(archive === 'gym' ? 'contestForm.gymNumber' : 'contestForm.archiveNumber', { number });
}
