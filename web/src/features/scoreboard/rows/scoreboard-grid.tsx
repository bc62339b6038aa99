import type { ScoreboardPage, ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { moveFocus } from '#features/scoreboard/rows/move-focus.ts';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';
import { ScoreboardHead } from '#features/scoreboard/rows/scoreboard-head.tsx';
import { type OpenCell, Row } from '#features/scoreboard/rows/scoreboard-row.tsx';
import { StatisticsRow } from '#features/scoreboard/rows/statistics-row.tsx';
import { useMovingRows } from '#features/scoreboard/rows/use-moving-rows.ts';
import { useVirtualRows } from '#features/scoreboard/rows/use-virtual-rows.ts';
import type { RowSelection } from '#features/scoreboard/selection/use-selection.ts';

/** Height of the head, as in the style sheet. */
const HEAD_PX = 48;
/** Number of problems from which on columns are narrow. */
const MANY_PROBLEMS = 16;

export interface ScoreboardGridHandle {
  /** Scrolls to a user's row and focuses it. */
  show(userId: number): void;
}

export interface ScoreboardGridProps {
  contestId: number;
  table: ScoreboardPage;
  viewerId: number;
  /** Whether the viewer may open all cells; for supervisors. */
  opensAllCells: boolean;
  onOpenCell: (cell: OpenCell) => void;
  /** Identifies the set of rows: moves are animated only within the same set. */
  of: string;
  /** Returns the content beside a name. */
  menuOf?: (row: ScoreboardRow) => ReactNode;
  /** Selection of people; while present, each row is a checkbox. */
  selection?: RowSelection | null;
  ref?: Ref<ScoreboardGridHandle>;
}

/**
 * The table: sticky head, names and statistics, own row always visible. Long tables draw only the visible
 * rows.
 */
export function ScoreboardGrid(props: ScoreboardGridProps) {
  const { contestId, table, viewerId, opensAllCells, onOpenCell, of, menuOf, selection = null } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, header, ownRow } = table;
  const ownIndex = rows.findIndex((row) => row.user.id === viewerId);
  const pinned = ownIndex === -1 ? null : ownIndex;
  const { drawn, gapAfter, isWhole, scrollTo } = useVirtualRows(rows.length, scroller, body, {
    headPx: HEAD_PX,
    pinned,
  });
  useMovingRows(rows, body, { of });
  useImperativeHandle(props.ref, () => ({
    show: (userId) => {
      scrollTo(rows.findIndex((row) => row.user.id === userId));
      requestAnimationFrame(() => standOn(body.current, userId));
    },
  }));
  const columns = header.length + 4;
  const rowProps = {
    t,
    contestId,
    viewerId,
    opensAllCells,
    onOpenCell,
    menuOf,
    onSelect: selection?.select,
  };
  return (
    <div className={classes.scroller} ref={scroller}>
      {/* Arrow keys move between elements that are focusable anyway. */}
      <table
        className={classes.table}
        data-selecting={selection !== null || undefined}
        data-many={header.length >= MANY_PROBLEMS || undefined}
        style={{ '--problems': header.length } as React.CSSProperties}
        aria-rowcount={isWhole ? undefined : rows.length + 2}
        onKeyDown={moveFocus}
      >
        <caption className="visually-hidden">{t('scoreboard.title')}</caption>
        <Columns count={header.length} />
        <ScoreboardHead contestId={contestId} header={header} selection={selection} />
        {ownRow !== null && pinned === null && selection === null && (
          <tbody className={classes.pinned}>
            <Row row={ownRow} {...rowProps} isFirst={false} isSelected={undefined} />
          </tbody>
        )}
        <tbody ref={body}>
          {drawn.flatMap(({ index, gapBefore }, place) => {
            const row = rows[index];
            if (!row) return [];
            const drawnRow = (
              <Row
                key={row.user.id}
                row={row}
                {...rowProps}
                isFirst={place === 0}
                isSelected={selection?.has(row.user.id)}
                ariaRowIndex={isWhole ? undefined : index + 2}
              />
            );
            return gapBefore > 0
              ? [<Gap key={`gap ${index}`} height={gapBefore} columns={columns} />, drawnRow]
              : [drawnRow];
          })}
          {gapAfter > 0 && <Gap height={gapAfter} columns={columns} />}
        </tbody>
        <StatisticsRow statistics={table.statistics} />
      </table>
    </div>
  );
}

/** Column widths, independent of the rows drawn. */
function Columns({ count }: { count: number }) {
  return (
    <colgroup>
      <col className={classes.rankColumn} />
      <col />
      <col className={classes.totalColumn} />
      <col className={classes.penaltyColumn} />
      <col span={count} className={classes.problemColumn} />
    </colgroup>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden className={classes.gap}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function standOn(body: HTMLTableSectionElement | null, userId: number): void {
  const row = body?.querySelector<HTMLTableRowElement>(`tr[data-user="${userId}"]`);
  row?.querySelector<HTMLElement>('th button')?.focus({ preventScroll: true });
}
