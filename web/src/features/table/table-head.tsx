import type { Table2 } from '@balloon/contracts/scoreboard.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/table/score-table.module.css';
import type { RowSelection } from '#features/table/use-selection.ts';
import { balloonColor } from '#shared/balloon-colors.ts';
import { ProblemBalloon } from '#shared/problem-balloon.tsx';

export interface TableHeadProps {
  contestId: number;
  header: Table2['header'];
  selection: RowSelection | null;
}

/** Names of the columns; problems lead to their statements. */
export function TableHead({ contestId, header, selection }: TableHeadProps) {
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
            t('table.place')
          )}
        </th>
        <th scope="col" className={classes.name}>
          {t('table.participant')}
        </th>
        <th scope="col" className={classes.total}>
          <span className={classes.long}>{t('table.solvedShort')}</span>
          <span className={classes.short} aria-hidden>
            =
          </span>
        </th>
        <th scope="col" className={classes.penalty}>
          <span className={classes.long}>{t('table.penalty')}</span>
          <span className={classes.short} aria-hidden>
            {t('table.penaltyShort')}
          </span>
        </th>
        {header.map(({ problemIndex, name, color }) => (
          <th key={problemIndex} scope="col" className={classes.problem}>
            <Link
              to={`/contest/${contestId}/problems/${problemIndex}`}
              title={`${problemIndex}. ${name}`}
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
