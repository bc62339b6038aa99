import type { TableRow } from '@balloon/contracts/scoreboard.ts';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RatedName } from '#features/ratings/rated-name.tsx';
import classes from '#features/table/score-table.module.css';
import { Cell, isCellEmpty } from '#features/table/table-cell.tsx';

/** A cell whose solutions somebody looks at. */
export interface OpenCell {
  row: TableRow;
  problemIndex: string;
}

export interface RowProps {
  contestId: number;
  row: TableRow;
  viewerId: number;
  opensAllCells: boolean;
  onOpenCell: (cell: OpenCell) => void;
  menuOf: ((row: TableRow) => ReactNode) | undefined;
  /** The one at which Tab stops; arrow keys lead on. */
  isFirst: boolean;
  /** While rows are checkboxes. */
  isSelected: boolean | undefined;
  onSelect: ((userId: number, isRange: boolean) => void) | undefined;
  /** In tables of which a part is drawn. */
  ariaRowIndex?: number | undefined;
}

/** Ties of many are written smaller. */
const longPlace = (place: string) => (place.length > 7 ? 'very' : place.length > 5 ? 'yes' : undefined);

/** One participant. Drawn again only when something of it changes: tables have thousands. */
export const Row = memo(function Row(props: RowProps) {
  const { row, contestId, viewerId, opensAllCells, onOpenCell, menuOf, isFirst, isSelected, onSelect } =
    props;
  const { t } = useTranslation();
  const isOwn = row.user.id === viewerId;
  const isSelecting = isSelected !== undefined;
  const mayOpen = !isSelecting && (isOwn || opensAllCells);
  const name = row.user.fullName || row.user.username;
  const place = String(row.displayRank).replace('-', '–');
  return (
    <tr
      data-user={row.user.id}
      data-own={isOwn || undefined}
      data-band={row.groupNumber % 2 === 0 || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={props.ariaRowIndex}
      onClick={isSelecting ? (event) => onSelect?.(row.user.id, event.shiftKey) : undefined}
    >
      <td className={classes.rank} data-long={longPlace(place)}>
        {isSelecting && (
          <input
            type="checkbox"
            className={classes.check}
            aria-label={name}
            checked={isSelected}
            tabIndex={isFirst ? 0 : -1}
            readOnly // the row hears the click
          />
        )}
        {place}
      </td>
      <th scope="row" className={classes.name}>
        {menuOf && !isSelecting && <span className={classes.menu}>{menuOf(row)}</span>}
        <span className={classes.person} title={name}>
          {isSelecting ? (
            name
          ) : (
            <RatedName user={row.user} contestId={contestId} tabIndex={isFirst ? 0 : -1} />
          )}
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
          t={t}
          tabIndex={opensAllCells ? -1 : 0}
          onOpen={
            mayOpen && !isCellEmpty(cell)
              ? () => onOpenCell({ row, problemIndex: cell.problemSymbol })
              : undefined
          }
        />
      ))}
    </tr>
  );
});
