import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import { NameOfRating } from '#features/ratings/rated-name.tsx';
import { penaltyText, placeText } from '#features/scoreboard/rows/row-text.ts';
import { drawCell, isCellEmpty } from '#features/scoreboard/rows/scoreboard-cell.tsx';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';
import { WithOrganization } from '#features/teams/with-organization.tsx';

/** Cell whose solutions are shown. */
export interface OpenCell {
  row: ScoreboardRow;
  problemIndex: string;
}

export interface RowProps {
  /** Translation function of the table: a subscription in each row costs more than the row's own work. */
  t: TFunction;
  contestId: number;
  row: ScoreboardRow;
  viewerId: number;
  opensAllCells: boolean;
  onOpenCell: (cell: OpenCell) => void;
  menuOf: ((row: ScoreboardRow) => ReactNode) | undefined;
  /** Whether the row is the Tab stop; arrow keys lead to the others. */
  isFirst: boolean;
  /** Whether the row is selected; undefined when rows are no checkboxes. */
  isSelected: boolean | undefined;
  onSelect: ((userId: number, isRange: boolean) => void) | undefined;
  /** Row index in tables of which only a part is drawn. */
  ariaRowIndex?: number | undefined;
}

/** Size of a place's text: a tie of many is written smaller. */
const longPlace = (place: string) => (place.length > 7 ? 'very' : place.length > 5 ? 'yes' : undefined);

/** A participant's row. Drawn again only when its data changes: tables have thousands. */
export const Row = memo(function Row(props: RowProps) {
  const { row, t, contestId, viewerId, opensAllCells, onOpenCell, menuOf, isFirst, isSelected, onSelect } =
    props;
  const isOwn = row.user.id === viewerId;
  const isSelecting = isSelected !== undefined;
  const mayOpen = !isSelecting && (isOwn || opensAllCells);
  const name = row.user.fullName || row.user.username;
  const place = placeText(row);
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
            readOnly // the row handles the click
          />
        )}
        {place}
      </td>
      <th scope="row" className={classes.name} data-team={row.user.organization && ''}>
        {menuOf && !isSelecting && <span className={classes.menu}>{menuOf(row)}</span>}
        <WithOrganization organization={row.user.organization}>
          <span className={classes.person} title={name}>
            {isSelecting ? (
              name
            ) : (
              <NameOfRating t={t} user={row.user} contestId={contestId} tabIndex={isFirst ? 0 : -1} />
            )}
          </span>
          {isOwn && <span className={classes.you}>{t('common.you')}</span>}
          {row.extraTimeMs !== undefined && <ExtraTime t={t} ms={row.extraTimeMs} />}
        </WithOrganization>
        <Decided t={t} row={row} />
      </th>
      <td className={classes.total}>
        {row.acceptedSolutions}
        {row.acceptedSolutions !== row.acceptedSolutionsInTime && (
          <span
            className={classes.later}
            title={t('scoreboard.solvedInTime', { count: row.acceptedSolutionsInTime })}
          >
            {row.acceptedSolutionsInTime}
          </span>
        )}
      </td>
      <td className={classes.penalty} title={adjustmentText(t, row)}>
        {penaltyText(row)}
      </td>
      {row.cells.map((cell) =>
        drawCell({
          cell,
          t,
          tabIndex: opensAllCells ? -1 : 0,
          onOpen:
            mayOpen && !isCellEmpty(cell)
              ? () => onOpenCell({ row, problemIndex: cell.problemSymbol })
              : undefined,
        }),
      )}
    </tr>
  );
});

/** What organisers decided about a row. */
function Decided({ t, row }: { t: TFunction; row: ScoreboardRow }) {
  const { isUnofficial, isDisqualified, rankAmongShown } = row;
  const facts = [
    isDisqualified && t('scoreboard.disqualified'),
    isUnofficial && t('scoreboard.unofficial'),
    rankAmongShown !== undefined && t('scoreboard.placeAmongShown', { place: rankAmongShown }),
  ].filter((fact) => typeof fact === 'string');
  return facts.length > 0 && <span className={classes.decided}>{facts.join(' · ')}</span>;
}

/** Words for minutes that the jury added to a penalty, or took off. */
function adjustmentText(t: TFunction, { penaltyAdjustmentMin: minutes }: ScoreboardRow): string | undefined {
  if (minutes === undefined) return undefined;
  return t('scoreboard.adjusted', { minutes: minutes > 0 ? `+${minutes}` : `−${-minutes}` });
}

/** Extra time of a row's person, for themself and supervisors. */
function ExtraTime({ t, ms }: { t: TFunction; ms: number }) {
  const minutes = Math.round(ms / 60_000);
  return (
    <span className={classes.extra} title={t('scoreboard.extraTime', { minutes })}>
      {t('scoreboard.extraMinutes', { minutes })}
    </span>
  );
}
