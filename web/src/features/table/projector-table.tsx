import type { Table2, TableRow } from '@balloon/contracts/scoreboard.ts';
import { memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/projector.module.css';
import { CellContent, cellLook } from '#features/table/table-cell.tsx';
import { useMovingRows } from '#features/table/use-moving-rows.ts';
import { balloonColor } from '#shared/balloon-colors.ts';
import { ProblemBalloon } from '#shared/problem-balloon.tsx';

export interface ProjectorTableProps {
  table: Table2;
  /** Rows on this page: index of the first, and how many. */
  first: number;
  count: number;
  bodyRef: RefObject<HTMLTableSectionElement | null>;
}

/** One page of the table for the wall. */
export function ProjectorTable({ table, first, count, bodyRef }: ProjectorTableProps) {
  const { t } = useTranslation();
  const rows = table.rows.slice(first, first + count);
  useMovingRows(table.rows, bodyRef, { of: 'wall', isOnWall: true });
  const colors = table.header.map(({ problemIndex, color }) => balloonColor(problemIndex, color));
  return (
    <div className={classes.room} data-room>
      <table className={classes.table} style={{ '--problems': colors.length } as React.CSSProperties}>
        <caption className="visually-hidden">{t('table.title')}</caption>
        <colgroup>
          <col className={classes.rankColumn} />
          <col className={classes.nameColumn} />
          <col className={classes.totalColumn} />
          <col className={classes.penaltyColumn} />
          <col span={colors.length} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('projector.place')}</th>
            <th scope="col" className={classes.name}>
              {t('table.participant')}
            </th>
            <th scope="col">=</th>
            <th scope="col">{t('table.penaltyShort')}</th>
            {table.header.map(({ problemIndex, color }) => (
              <th key={problemIndex} scope="col">
                <ProblemBalloon index={problemIndex} color={color} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody key={first} ref={bodyRef}>
          {rows.map((row) => (
            <WallRow key={row.user.id} row={row} colors={colors.join(' ')} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param colors of the balloons, as one text, which stays the same from draw to draw */
const WallRow = memo(function WallRow({ row, colors }: { row: TableRow; colors: string }) {
  const balloons = colors.split(' ');
  return (
    <tr data-user={row.user.id} data-band={row.groupNumber % 2 === 0 || undefined}>
      <td className={classes.rank}>{String(row.displayRank).replace('-', '–')}</td>
      <th scope="row" className={classes.name}>
        {row.user.fullName || row.user.username}
      </th>
      <td className={classes.total}>{row.acceptedSolutions}</td>
      <td className={classes.penalty}>{row.penalty}</td>
      {row.cells.map((cell, position) => (
        <td
          key={cell.problemSymbol}
          className={classes.cell}
          data-look={cellLook(cell)}
          data-first={cell.isFirstSolve || undefined}
          data-problem={cell.problemSymbol}
          style={{ '--balloon': balloons[position] } as React.CSSProperties}
        >
          <CellContent cell={cell} />
        </td>
      ))}
    </tr>
  );
});
