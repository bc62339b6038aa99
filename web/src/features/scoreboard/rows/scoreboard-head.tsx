import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';
import type { RowSelection } from '#features/scoreboard/selection/use-selection.ts';
import { balloonColor } from '#shared/ui/labels/balloon-colors.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface ScoreboardHeadProps {
  contestId: number;
  header: ScoreboardPage['header'];
  selection: RowSelection | null;
}

/** Names of the columns; problems lead to their statements. */
export function ScoreboardHead({ contestId, header, selection }: ScoreboardHeadProps) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.rank}>
          {selection ? (
            <input
              type="checkbox"
              className={classes.check}
              aria-label={t('selection.page', { count: selection.pageSize })}
              checked={selection.isPageSelected}
              ref={(box) => {
                if (box) box.indeterminate = selection.size > 0 && !selection.isPageSelected;
              }}
              onChange={selection.togglePage}
            />
          ) : (
            t('scoreboard.place')
          )}
        </th>
        <th scope="col" className={classes.name}>
          {t('scoreboard.participant')}
        </th>
        <th scope="col" className={classes.total}>
          <span className={classes.long}>{t('scoreboard.solvedShort')}</span>
          <span className={classes.short} aria-hidden>
            =
          </span>
        </th>
        <th scope="col" className={classes.penalty}>
          <span className={classes.long}>{t('scoreboard.penalty')}</span>
          <span className={classes.short} aria-hidden>
            {t('scoreboard.penaltyShort')}
          </span>
        </th>
        {header.map(({ problemIndex, name, color, isDisabled }) => (
          <th key={problemIndex} scope="col" className={classes.problem}>
            <Link
              className={isDisabled && classes.disabled}
              to={`/contest/${contestId}/problems/${problemIndex}`}
              title={[`${problemIndex}. ${name}`, isDisabled && t('scoreboard.problemDisabled')]
                .filter(Boolean)
                .join(' · ')}
              style={{ '--problem': balloonColor(problemIndex, color) } as React.CSSProperties}
            >
              <ProblemBalloon index={problemIndex} color={color} size={28} />
            </Link>
          </th>
        ))}
      </tr>
    </thead>
  );
}
