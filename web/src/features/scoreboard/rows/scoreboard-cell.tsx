import type { ScoreboardCell } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { formatTimeSinceStart } from '@balloon/domain/contests/contest-time.ts';
import { IconSnowflake, IconStarFilled } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';

const NOTHING_COUNTS = '—';
const START = { startTimeMs: 0 };

export interface CellProps {
  cell: ScoreboardCell;
  /** Translation function of the row: a subscription in each of thousands of cells is expensive. */
  t: TFunction;
  /** Opens the solutions behind the cell; absent when the viewer may not see them. */
  onOpen?: (() => void) | undefined;
  tabIndex?: number;
}

/** Number of submissions behind a cell, also those that cost nothing. */
export const submissionsOf = (cell: ScoreboardCell) =>
  cell.wrongTries + (cell.freeTries ?? 0) + cell.pendingTries + (isSolved(cell) ? 1 : 0);

/** Whether a cell reads `—`, also beside tries that cost nothing: no dialog opens for it. */
export const isCellEmpty = (cell: ScoreboardCell) => resultText(cell) === NOTHING_COUNTS;

const isSolved = ({ acceptedAfterMs }: ScoreboardCell) => acceptedAfterMs !== undefined;

/** Hours and minutes from the start to the accepted solution, as `01:12`; empty while unsolved. */
export function acceptedAt({ acceptedAfterMs }: ScoreboardCell): string {
  return acceptedAfterMs === undefined ? '' : formatTimeSinceStart(START, acceptedAfterMs);
}

/** `+`, `+2`, `−3`, `—` without a try that counts; nothing beside tries that are pending. */
function resultText(cell: ScoreboardCell): string {
  if (isSolved(cell)) return `+${cell.wrongTries || ''}`;
  if (cell.wrongTries > 0) return `−${cell.wrongTries}`;
  return cell.pendingTries > 0 ? '' : NOTHING_COUNTS;
}

/**
 * Result of one participant on one problem: `+`, `+2`, `-3`, pending tries, and the time of the solution. Not a component, nor
 * inside one that catches: scrolling through thousands of rows makes dozens of cells in every frame.
 */
export function drawCell(props: CellProps): ReactNode {
  try {
    return drawWholeCell(props);
  } catch (error) {
    console.error('A cell could not be drawn', error);
    const { problemSymbol } = props.cell;
    return (
      <td
        key={problemSymbol}
        className={classes.cell}
        data-problem={problemSymbol}
        title={props.t('scoreboard.cellBroken')}
      >
        ?
      </td>
    );
  }
}

function drawWholeCell({ cell, t, onOpen, tabIndex }: CellProps): ReactNode {
  const label = `${cell.problemSymbol}: ${describeCell(cell, t)}`;
  return (
    <td
      key={cell.problemSymbol}
      className={classes.cell}
      data-look={cellLook(cell)}
      data-problem={cell.problemSymbol}
    >
      {onOpen ? (
        <button
          type="button"
          className={classes.cellButton}
          onClick={onOpen}
          title={label}
          tabIndex={tabIndex}
        >
          <span className="visually-hidden">{label}</span>
          <span aria-hidden>{CellContent({ cell })}</span>
        </button>
      ) : (
        <span className={classes.cellText} role="img" aria-label={label} title={label}>
          {CellContent({ cell })}
        </span>
      )}
    </td>
  );
}

/** Visible content of a cell. @param beside stands after the result, where there is room for it */
export function CellContent({ cell, beside }: { cell: ScoreboardCell; beside?: ReactNode }) {
  const pending = cell.pendingTries;
  return (
    <>
      <span className={classes.result}>
        {cell.isFirstSolve && <IconStarFilled size={12} aria-hidden />}
        {resultText(cell)}
        {beside}
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

/** Texts already composed, by language and by what they say: a table repeats a few of them thousands of times. */
const composed = new WeakMap<TFunction, Map<string, string>>();
const MAX_COMPOSED = 5_000;

/** "solved at 01:12, wrong tries: 2" */
function describeCell(cell: ScoreboardCell, t: TFunction): string {
  const { wrongTries, freeTries, pendingTries, isFirstSolve, inPractice, cellFrozen } = cell;
  const key = [
    acceptedAt(cell),
    wrongTries,
    freeTries,
    pendingTries,
    isFirstSolve,
    inPractice,
    cellFrozen,
  ].join();
  const known = composed.get(t);
  const texts = known !== undefined && known.size < MAX_COMPOSED ? known : new Map<string, string>();
  const text = texts.get(key) ?? compose(cell, t);
  composed.set(t, texts.set(key, text));
  return text;
}

function compose(cell: ScoreboardCell, t: TFunction): string {
  const tries = cell.wrongTries;
  const parts: string[] = [];
  if (isSolved(cell)) parts.push(t('scoreboard.cellSolved', { time: acceptedAt(cell) }));
  else if (tries === 0 && !cell.freeTries) parts.push(t('scoreboard.cellNothing'));
  else parts.push(t('scoreboard.cellNotSolved'));
  if (tries > 0) parts.push(t('scoreboard.cellTries', { count: tries }));
  if (cell.freeTries) parts.push(t('scoreboard.cellSubmissions', { count: submissionsOf(cell) }));
  if (cell.isFirstSolve) parts.push(t('scoreboard.cellFirst'));
  if (cell.inPractice) parts.push(t('scoreboard.cellPractice'));
  if (cell.cellFrozen) parts.push(t('scoreboard.cellFrozen'));
  else if (cell.pendingTries > 0) parts.push(t('scoreboard.cellPending', { count: cell.pendingTries }));
  return parts.join(', ');
}
