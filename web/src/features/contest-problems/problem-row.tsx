import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { ActionIcon } from '@mantine/core';
import { IconEye, IconSend2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/contest-problems/problem-list.module.css';
import { Standing } from '#features/contest-problems/standing.tsx';
import { useLimitsText } from '#features/problems/limits.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { Tip } from '#shared/ui/floating/tip.tsx';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface ProblemRowProps {
  contestId: number;
  problem: ListedContestProblem;
  /** Number of participants who have solved it, as far as visible to the person. */
  solvedBy: number;
  canSend: boolean;
  onQuickView: () => void;
}

/** A problem of the list; the whole row opens the statement. A solved problem's balloon is full. */
export function ProblemRow({ contestId, problem, solvedBy, canSend, onQuickView }: ProblemRowProps) {
  const { t } = useTranslation();
  const me = useMe();
  const limitsText = useLimitsText();
  const index = problem.internalSymbolIndex;
  return (
    <li className={classes.row}>
      <ProblemBalloon
        index={index}
        color={problem.color}
        size={48}
        hollow={!problem.verdictStatus.accepted}
      />
      <div className={classes.text}>
        <h2 className={classes.name}>
          <Link to={`/contest/${contestId}/problems/${index}`} className={classes.link}>
            {problem.title}
          </Link>
        </h2>
        <p className={classes.limits}>
          {[limitsText(problem), solvedBy > 0 && t('problems.solvedBy', { count: solvedBy })]
            .filter(Boolean)
            .join(' · ')}
          {problem.isClosed && <strong> · {t('problems.closedShort')}</strong>}
          {problem.isDisabled && <strong> · {t('problems.disabledShort')}</strong>}
          {problem.isJudgingPaused && <strong> · {t('problems.pausedShort')}</strong>}
          {me.isSupervisor && problem.systemType === 'balloon' && (
            <span className={classes.system}>{problem.systemType}</span>
          )}
        </p>
      </div>
      <Standing standing={problem.verdictStatus} />
      <div className={classes.tools}>
        <Tip label={t('quickView.show')}>
          <ActionIcon
            className={classes.tool}
            aria-label={t('quickView.showOf', { index })}
            aria-haspopup="dialog"
            onClick={onQuickView}
          >
            <IconEye size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tip>
        {canSend && (
          <Tip label={t('problems.send')}>
            <ActionIcon
              component={Link}
              to={`/contest/${contestId}/send/${index}`}
              className={classes.tool}
              aria-label={t('problems.sendOf', { index })}
            >
              <IconSend2 size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tip>
        )}
      </div>
    </li>
  );
}
