import type { Contest } from '@balloon/contracts/contests.ts';
import type { Table2, TableRow } from '@balloon/contracts/scoreboard.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/printed-table.module.css';
import { CellContent } from '#features/table/table-cell.tsx';
import { formatContestTime } from '#features/table/table-time.ts';
import { useFormats } from '#shared/format.ts';

export interface PrintedTableProps {
  contest: Contest;
  table: Table2;
  /** The instant of which this is the state. */
  stateMs: number;
  /** Results that the freeze hides from participants are among it. */
  isSecret: boolean;
}

/** The table on paper: A4 across, black on white, the head on every sheet. What is on the screen stays there (`no-print`). */
export function PrintedTable({ contest, table, stateMs, isSecret }: PrintedTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { header, rows } = table;
  const since = formatContestTime(stateMs - contest.startTimeMs);
  return (
    <div className={classes.paper} style={{ '--problems': header.length } as React.CSSProperties}>
      <h1 className={classes.title}>{contest.name}</h1>
      <p className={classes.state}>
        {t('print.state', { time: `${formats.exact(stateMs)} (${formats.zone(stateMs)})`, since })}
        {table.isFrozen && ` · ${t('table.frozen')}`}
        {isSecret && <strong> · {t('print.secret')}</strong>}
      </p>
      <table className={classes.table}>
        <colgroup>
          <col className={classes.rank} />
          <col className={classes.name} />
          <col className={classes.total} />
          <col className={classes.penalty} />
          <col span={header.length} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('table.place')}</th>
            <th scope="col">{t('table.participant')}</th>
            <th scope="col">=</th>
            <th scope="col">{t('table.penaltyShort')}</th>
            {header.map(({ problemIndex }) => (
              <th key={problemIndex} scope="col">
                {problemIndex}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PrintedRow key={row.user.id} row={row} />
          ))}
          <tr>
            <td />
            <th scope="row">{t('monitor.statistics')}</th>
            <td />
            <td />
            {table.statistics.map(({ problemIndex, solved, tries }) => (
              <td key={problemIndex}>
                {solved}
                <small>{tries}</small>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className={classes.legend}>{t('print.legend')}</p>
    </div>
  );
}

function PrintedRow({ row }: { row: TableRow }) {
  return (
    <tr>
      <td>{String(row.displayRank).replace('-', '–')}</td>
      <th scope="row">{row.user.fullName || row.user.username}</th>
      <td>{row.acceptedSolutions}</td>
      <td>{row.penalty}</td>
      {row.cells.map((cell) => (
        <td key={cell.problemSymbol} className={classes.cell}>
          <CellContent cell={cell} />
        </td>
      ))}
    </tr>
  );
}
