import type { Table2, TableRow } from '@balloon/contracts/scoreboard.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RatedName } from '#features/ratings/rated-name.tsx';
import classes from '#features/table/score-table.module.css';
import { Cell, NOTHING_SENT } from '#features/table/table-cell.tsx';
import { problemStatistics } from '#features/table/table-statistics.ts';
import { useMovingRows } from '#features/table/use-moving-rows.ts';
import { balloonColor } from '#shared/balloon-colors.ts';
import { ProblemBalloon } from '#shared/problem-balloon.tsx';

export interface ScoreTableProps {
  contestId: number;
  table: Table2;
  viewerId: number;
  /** Supervisors may open everybody's cells. */
  opensAllCells: boolean;
  onOpenCell: (row: TableRow, problemIndex: string) => void;
  /** How each problem went, under the rows; for a table that shows all of them. */
  hasStatistics?: boolean;
  /** What stands beside a name. */
  menuOf?: (row: TableRow) => ReactNode;
}

/** The table itself: sticky head and names, own row pinned when it is on another page. */
export function ScoreTable({
  contestId,
  table,
  viewerId,
  opensAllCells,
  onOpenCell,
  hasStatistics = false,
  menuOf,
}: ScoreTableProps) {
  const { t } = useTranslation();
  const bodyRef = useMovingRows(table.rows);
  const isOwnElsewhere = table.ownRow !== null && !table.rows.some((row) => row.user.id === viewerId);
  const rowProps = { contestId, viewerId, opensAllCells, onOpenCell, menuOf };
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('table.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.rank}>
              {t('table.place')}
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
            {table.header.map(({ problemIndex, name, color }) => (
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
        {isOwnElsewhere && table.ownRow && (
          <tbody className={classes.pinned}>
            <Row row={table.ownRow} {...rowProps} />
          </tbody>
        )}
        <tbody ref={bodyRef}>
          {table.rows.map((row) => (
            <Row key={row.user.id} row={row} {...rowProps} />
          ))}
        </tbody>
        {hasStatistics && <Statistics rows={table.rows} />}
      </table>
    </div>
  );
}

function Statistics({ rows }: { rows: readonly TableRow[] }) {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        <td className={classes.rank} />
        <th scope="row" className={classes.name}>
          {t('monitor.statistics')}
        </th>
        <td className={classes.total} />
        <td className={classes.penalty} />
        {problemStatistics(rows).map(({ problemSymbol, ...numbers }) => {
          const label = t('monitor.statisticsOf', { index: problemSymbol, ...numbers });
          return (
            <td key={problemSymbol} className={classes.cell} title={label}>
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

interface RowProps extends Pick<ScoreTableProps, 'contestId' | 'viewerId' | 'opensAllCells' | 'onOpenCell'> {
  row: TableRow;
  menuOf: ScoreTableProps['menuOf'] | undefined;
}

function Row({ row, contestId, viewerId, opensAllCells, onOpenCell, menuOf }: RowProps) {
  const { t } = useTranslation();
  const isOwn = row.user.id === viewerId;
  const mayOpen = isOwn || opensAllCells;
  return (
    <tr
      data-user={row.user.id}
      data-own={isOwn || undefined}
      data-band={row.groupNumber % 2 === 0 || undefined}
      data-nothing={row.acceptedSolutions === 0 || undefined}
    >
      <td className={classes.rank}>{String(row.displayRank).replace('-', '–')}</td>
      <th scope="row" className={classes.name}>
        {menuOf && <span className={classes.menu}>{menuOf(row)}</span>}
        <span className={classes.person}>
          <RatedName user={row.user} contestId={contestId} />
        </span>
        {isOwn && <span className={classes.you}>{t('table.you')}</span>}
      </th>
      <td className={classes.total}>
        {row.acceptedSolutions}
        {row.acceptedSolutions !== row.acceptedSolutionsInTime && (
          <span
            className={classes.later}
            title={t('table.solvedInTime', { count: row.acceptedSolutionsInTime })}
          >
            {row.acceptedSolutionsInTime}
          </span>
        )}
      </td>
      <td className={classes.penalty}>{row.penalty}</td>
      {row.cells.map((cell) => (
        <Cell
          key={cell.problemSymbol}
          cell={cell}
          onOpen={
            mayOpen && (cell.result !== NOTHING_SENT || (cell.pendingTries ?? 0) > 0)
              ? () => onOpenCell(row, cell.problemSymbol)
              : undefined
          }
        />
      ))}
    </tr>
  );
}
