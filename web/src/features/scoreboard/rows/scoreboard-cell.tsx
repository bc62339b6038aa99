import type { ScoreboardCell } from '@balloon/contracts/scoreboard.ts';
import { formatTimeSinceStart } from '@balloon/domain/contest-time.ts';
import { IconSnowflake, IconStarFilled } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';
import { Guarded } from '#shared/ui/guarded.tsx';

const NOTHING_SENT = '—';
const START = { startTimeMs: 0 };

export interface CellProps {
  cell: ScoreboardCell;
  /** Translation function of the row: a subscription in each of thousands of cells is expensive. */
  t: TFunction;
  /** Opens the solutions behind the cell; absent when the viewer may not see them. */
  onOpen?: (() => void) | undefined;
  tabIndex?: number;
}

/** Whether no solution was sent, as far as visible to the viewer. */
export const isCellEmpty = (cell: ScoreboardCell) =>
  !isSolved(cell) && cell.wrongTries === 0 && cell.pendingTries === 0;

const isSolved = ({ acceptedAfterMs }: ScoreboardCell) => acceptedAfterMs !== undefined;

/** Hours and minutes from the start to the accepted solution, as `01:12`; empty while unsolved. */
export function acceptedAt({ acceptedAfterMs }: ScoreboardCell): string {
  return acceptedAfterMs === undefined ? '' : formatTimeSinceStart(START, acceptedAfterMs);
}

/** `+`, `+2`, `−3`, `—`; nothing beside tries that are pending. */
function resultText(cell: ScoreboardCell): string {
  if (isCellEmpty(cell)) return NOTHING_SENT;
  if (isSolved(cell)) return `+${cell.wrongTries || ''}`;
  return cell.wrongTries > 0 ? `−${cell.wrongTries}` : '';
}

/** Result of one participant on one problem: `+`, `+2`, `-3`, pending tries, and the time of the solution. */
export function Cell(props: CellProps) {
  const { cell, t } = props;
  const failed = (
    <td className={classes.cell} data-problem={cell.problemSymbol} title={t('scoreboard.cellBroken')}>
      ?
    </td>
  );
  return (
    <Guarded of={cell} fallback={failed}>
      <DrawnCell {...props} />
    </Guarded>
  );
}

function DrawnCell({ cell, t, onOpen, tabIndex }: CellProps) {
  const label = describeCell(cell, t);
  // Text for screen readers, then the visible content.
  const content = (
    <>
      <span className="visually-hidden">{label}</span>
      <span aria-hidden>
        <CellContent cell={cell} />
      </span>
    </>
  );
  return (
    <td className={classes.cell} data-look={cellLook(cell)} data-problem={cell.problemSymbol}>
      {onOpen ? (
        <button
          type="button"
          className={classes.cellButton}
          onClick={onOpen}
          title={label}
          tabIndex={tabIndex}
        >
          {content}
        </button>
      ) : (
        <span className={classes.cellText} title={label}>
          {content}
        </span>
      )}
    </td>
  );
}

/** Visible content of a cell. */
export function CellContent({ cell }: { cell: ScoreboardCell }) {
  const pending = cell.pendingTries;
  return (
    <>
      <span className={classes.result}>
        {cell.isFirstSolve && <IconStarFilled size={12} aria-hidden />}
        {resultText(cell)}
        {pending > 0 && <span className={classes.pending}>?{pending}</span>}
        {cell.cellFrozen && pending === 0 && <IconSnowflake size={12} aria-hidden />}
      </span>
      {isSolved(cell) && <span className={classes.time}>{acceptedAt(cell)}</span>}
    </>
  );
}

type CellLook = 'empty' | 'solved' | 'practice' | 'failed' | 'frozen' | 'judging';

export function cellLook(cell: ScoreboardCell): CellLook {
  if (isSolved(cell)) return cell.inPractice ? 'practice' : 'solved';
  if (cell.cellFrozen) return 'frozen';
  if (cell.pendingTries > 0) return 'judging';
  return cell.wrongTries === 0 ? 'empty' : 'failed';
}

/** "Problem B: solved at 01:12, wrong tries: 2" */
function describeCell(cell: ScoreboardCell, t: TFunction): string {
  const tries = cell.wrongTries;
  const parts: string[] = [];
  if (isSolved(cell)) parts.push(t('scoreboard.cellSolved', { time: acceptedAt(cell) }));
  else if (tries === 0) parts.push(t('scoreboard.cellNothing'));
  else parts.push(t('scoreboard.cellNotSolved'));
  if (tries > 0) parts.push(t('scoreboard.cellTries', { count: tries }));
  if (cell.isFirstSolve) parts.push(t('scoreboard.cellFirst'));
  if (cell.inPractice) parts.push(t('scoreboard.cellPractice'));
  if (cell.cellFrozen) parts.push(t('scoreboard.cellFrozen'));
  else if (cell.pendingTries > 0) parts.push(t('scoreboard.cellPending', { count: cell.pendingTries }));
  return `${cell.problemSymbol}: ${parts.join(', ')}`;
}
