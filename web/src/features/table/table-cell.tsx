import type { TableCell } from '@balloon/contracts/scoreboard.ts';
import { IconSnowflake, IconStarFilled } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import classes from '#features/table/score-table.module.css';

const NOTHING_SENT = '—';

export interface CellProps {
  cell: TableCell;
  /** The row's: a subscription to the language for each of thousands of cells costs. */
  t: TFunction;
  /** Opens the solutions behind the cell; absent when the viewer may not see them. */
  onOpen?: (() => void) | undefined;
  tabIndex?: number;
}

/** Nothing was sent, as far as the viewer may know. */
export const isCellEmpty = (cell: TableCell) =>
  cell.result === NOTHING_SENT && (cell.pendingTries ?? 0) === 0;

/** One participant on one problem: `+`, `+2`, `-3`, what is pending, and when it was solved. */
export function Cell({ cell, t, onOpen, tabIndex }: CellProps) {
  const label = describeCell(cell, t);
  // What is read aloud, and what is seen.
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

/** What is seen of a cell. */
export function CellContent({ cell }: { cell: TableCell }) {
  const pending = cell.pendingTries ?? 0;
  return (
    <>
      <span className={classes.result}>
        {cell.isFirstSolve && <IconStarFilled size={11} aria-hidden />}
        {cell.result === NOTHING_SENT && pending > 0 ? '' : cell.result.replace('-', '−')}
        {pending > 0 && <span className={classes.pending}>?{pending}</span>}
        {cell.cellFrozen && pending === 0 && <IconSnowflake size={13} aria-hidden />}
      </span>
      {cell.acceptedAt !== undefined && <span className={classes.time}>{cell.acceptedAt}</span>}
    </>
  );
}

type CellLook = 'empty' | 'solved' | 'practice' | 'failed' | 'frozen' | 'judging';

export function cellLook(cell: TableCell): CellLook {
  if (cell.result.startsWith('+')) return cell.inPractice ? 'practice' : 'solved';
  if (cell.cellFrozen) return 'frozen';
  if ((cell.pendingTries ?? 0) > 0) return 'judging';
  return cell.result === NOTHING_SENT ? 'empty' : 'failed';
}

/** "Problem B: solved at 01:12, wrong tries: 2" */
export function describeCell(cell: TableCell, t: TFunction): string {
  const tries = Number(cell.result.replace(/^[+-]/, '')) || 0;
  const parts: string[] = [];
  if (cell.result.startsWith('+')) parts.push(t('table.cellSolved', { time: cell.acceptedAt ?? '' }));
  else if (cell.result === NOTHING_SENT) parts.push(t('table.cellNothing'));
  else parts.push(t('table.cellNotSolved'));
  if (tries > 0) parts.push(t('table.cellTries', { count: tries }));
  if (cell.isFirstSolve) parts.push(t('table.cellFirst'));
  if (cell.inPractice) parts.push(t('table.cellPractice'));
  if (cell.cellFrozen) parts.push(t('table.cellFrozen'));
  else if ((cell.pendingTries ?? 0) > 0) parts.push(t('table.cellPending', { count: cell.pendingTries }));
  return `${cell.problemSymbol}: ${parts.join(', ')}`;
}
