import type { Table2, TableRow } from '@balloon/contracts/scoreboard.ts';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { moveFocus } from '#features/table/move-focus.ts';
import classes from '#features/table/score-table.module.css';
import { StatisticsRow } from '#features/table/statistics-row.tsx';
import { TableHead } from '#features/table/table-head.tsx';
import { type OpenCell, Row } from '#features/table/table-row.tsx';
import { useMovingRows } from '#features/table/use-moving-rows.ts';
import type { RowSelection } from '#features/table/use-selection.ts';
import { useVirtualRows } from '#features/table/use-virtual-rows.ts';

/** As the head is in the style sheet. */
const HEAD_PX = 48;
/** From so many problems on columns are narrow. */
const MANY_PROBLEMS = 16;

export interface ScoreTableHandle {
  /** Scrolls to somebody's row and stands on it. */
  show(userId: number): void;
}

export interface ScoreTableProps {
  contestId: number;
  table: Table2;
  viewerId: number;
  /** Supervisors may open everybody's cells. */
  opensAllCells: boolean;
  onOpenCell: (cell: OpenCell) => void;
  /** Which rows these are: rows move among the same ones only. */
  of: string;
  /** What stands beside a name. */
  menuOf?: (row: TableRow) => ReactNode;
  /** While people are chosen each row is a checkbox. */
  selection?: RowSelection | null;
  ref?: Ref<ScoreTableHandle>;
}

/** The table itself: sticky head, names and statistics, own row always in sight. Long ones draw what is in sight. */
export function ScoreTable(props: ScoreTableProps) {
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
    contestId,
    viewerId,
    opensAllCells,
    onOpenCell,
    menuOf,
    onSelect: selection?.select,
  };
  return (
    <div className={classes.scroller} ref={scroller}>
      {/* Arrow keys lead through what can be focused anyway. */}
      <table
        className={classes.table}
        data-selecting={selection !== null || undefined}
        data-many={header.length >= MANY_PROBLEMS || undefined}
        style={{ '--problems': header.length } as React.CSSProperties}
        aria-rowcount={isWhole ? undefined : rows.length + 2}
        onKeyDown={moveFocus}
      >
        <caption className="visually-hidden">{t('table.title')}</caption>
        <Columns count={header.length} />
        <TableHead contestId={contestId} header={header} selection={selection} />
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

/** Widths that do not depend on who is drawn. */
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
