import type { ContestProblem } from '@balloon/contracts/problems/problems.ts';
import { IconBan, IconHandStop, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-problems/problem-notice.module.css';

/** Says that a problem takes no more solutions, that it counts for nobody, or that its judging is paused. */
export function ProblemNotice({
  problem,
}: {
  problem: Pick<ContestProblem, 'internalSymbolIndex' | 'isClosed' | 'isJudgingPaused' | 'isDisabled'>;
}) {
  const { t } = useTranslation();
  const { internalSymbolIndex: index, isClosed, isJudgingPaused, isDisabled } = problem;
  if (!isClosed && !isJudgingPaused && !isDisabled) return null;
  return (
    <div role="status">
      {isClosed && (
        <p className={classes.notice}>
          <IconHandStop size={18} stroke={1.7} aria-hidden />
          {t('problems.takesNoMore', { index })}
        </p>
      )}
      {isDisabled && (
        <p className={classes.notice}>
          <IconBan size={18} stroke={1.7} aria-hidden />
          {t('problems.isDisabled', { index })}
        </p>
      )}
      {isJudgingPaused && (
        <p className={classes.notice}>
          <IconPlayerPause size={18} stroke={1.7} aria-hidden />
          {t('problems.isPaused', { index })}
        </p>
      )}
    </div>
  );
}
