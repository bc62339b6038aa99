import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';

/** Statistics of each problem over all participants: number of solvers and of tries. */
export function StatisticsRow({ statistics }: Pick<ScoreboardPage, 'statistics'>) {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        <td className={classes.rank} />
        <th scope="row" className={classes.name}>
          <span className={classes.person}>{t('monitor.statistics')}</span>
        </th>
        <td className={classes.total} />
        <td className={classes.penalty} />
        {statistics.map(({ problemIndex, ...numbers }) => {
          const label = t('monitor.statisticsOf', { index: problemIndex, ...numbers });
          return (
            <td key={problemIndex} className={classes.cell} title={label}>
              <span className="visually-hidden">{label}</span>
              <span className={classes.cellText} aria-hidden>
                <span className={classes.result}>{numbers.solved}</span>
                <span className={classes.time}>{numbers.tries}</span>
              </span>
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
