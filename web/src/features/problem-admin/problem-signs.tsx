import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import { IconAlertTriangle, IconEyeOff, IconFileOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-admin/problem-signs.module.css';
import { useFormats } from '#shared/text/format.ts';

/** What an organiser must know of a problem before it is used; problems of other systems are judged there. */
export function ProblemSigns({ problem }: { problem: FoundProblem }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const vanishedAtMs = problem.outside?.vanishedAtMs ?? null;
  const date = vanishedAtMs === null ? '' : formats.date(vanishedAtMs);
  const signs = [
    { key: 'deleted', isShown: problem.isDeleted, tone: 'ignored', icon: IconTrash },
    {
      key: 'noTests',
      isShown: !problem.hasTests && problem.systemType === 'balloon',
      tone: 'technical',
      icon: IconFileOff,
    },
    { key: 'failing', isShown: problem.isFailing, tone: 'wrong', icon: IconAlertTriangle },
    { key: 'vanished', isShown: vanishedAtMs !== null, tone: 'technical', icon: IconEyeOff },
  ].filter(({ isShown }) => isShown);
  if (signs.length === 0) return null;
  return (
    <span className={classes.signs}>
      {signs.map(({ key, tone, icon: Icon }) => (
        <span
          key={key}
          className={classes.sign}
          data-tone={tone}
          title={t(`adminProblems.signText.${key}`, { date })}
        >
          <Icon size={16} stroke={1.8} aria-hidden />
          {t(`adminProblems.sign.${key}`)}
        </span>
      ))}
    </span>
  );
}
