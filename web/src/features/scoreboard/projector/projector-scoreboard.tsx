import type { ScoreboardPage, ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/projector/projector.module.css';
import { penaltyText, placeText } from '#features/scoreboard/rows/row-text.ts';
import { CellContent, cellLook } from '#features/scoreboard/rows/scoreboard-cell.tsx';
import { useMovingRows } from '#features/scoreboard/rows/use-moving-rows.ts';
import { WithOrganization } from '#features/teams/with-organization.tsx';
import { balloonColor } from '#shared/ui/labels/balloon-colors.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface ProjectorScoreboardProps {
  table: ScoreboardPage;
  /** Index of the first row on this page; `count` is the number of rows. */
  first: number;
  count: number;
  bodyRef: RefObject<HTMLTableSectionElement | null>;
}

/** A page of the table for the wall. */
export function ProjectorScoreboard({ table, first, count, bodyRef }: ProjectorScoreboardProps) {
  const { t } = useTranslation();
  const rows = table.rows.slice(first, first + count);
  useMovingRows(table.rows, bodyRef, { of: 'wall', isOnWall: true });
  const colors = table.header.map(({ problemIndex, color }) => balloonColor(problemIndex, color));
  return (
    <div className={classes.room} data-room>
      <table className={classes.table} style={{ '--problems': colors.length } as React.CSSProperties}>
        <caption className="visually-hidden">{t('scoreboard.title')}</caption>
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
              {t('scoreboard.participant')}
            </th>
            <th scope="col">=</th>
            <th scope="col">{t('scoreboard.penaltyShort')}</th>
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

/** @param colors of the balloons, joined into one text, which is equal from draw to draw */
const WallRow = memo(function WallRow({ row, colors }: { row: ScoreboardRow; colors: string }) {
  const balloons = colors.split(' ');
  return (
    <tr data-user={row.user.id} data-band={row.groupNumber % 2 === 0 || undefined}>
      <td className={classes.rank}>{placeText(row)}</td>
      <th scope="row" className={classes.name}>
        <WithOrganization organization={row.user.organization}>
          {row.user.fullName || row.user.username}
        </WithOrganization>
      </th>
      <td className={classes.total}>{row.acceptedSolutions}</td>
      <td className={classes.penalty}>{penaltyText(row)}</td>
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
