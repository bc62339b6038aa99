import type { Table2 } from '@balloon/contracts/scoreboard.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/score-table.module.css';

/** How each problem went for all participants: who solved it, and how many tries that took. */
export function StatisticsRow({ statistics }: Pick<Table2, 'statistics'>) {
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
