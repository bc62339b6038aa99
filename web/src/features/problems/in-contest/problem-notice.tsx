import type { ContestProblem } from '@balloon/contracts/problems.ts';
import { IconHandStop, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problems/in-contest/problem-notice.module.css';

/** Says that a problem takes no more solutions, or that its judging is paused. */
export function ProblemNotice({
  problem,
}: {
  problem: Pick<ContestProblem, 'internalSymbolIndex' | 'isClosed' | 'isJudgingPaused'>;
}) {
  const { t } = useTranslation();
  const { internalSymbolIndex: index, isClosed, isJudgingPaused } = problem;
  if (!isClosed && !isJudgingPaused) return null;
  return (
    <div role="status">
      {isClosed && (
        <p className={classes.notice}>
          <IconHandStop size={18} stroke={1.7} aria-hidden />
          {t('problems.takesNoMore', { index })}
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
