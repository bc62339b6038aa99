import type { TableCell, TableRow } from '@balloon/contracts/scoreboard.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const MOVE_MS = 300;
/** A row from far away comes from this far. */
const FARTHEST_PX = 480;
const FLASH_MS = 4_000;
/** Whoever scrolled or pointed within this time is reading: nothing moves under their eyes. */
const REST_MS = 1_500;

let lastTouchedAtMs = Number.NEGATIVE_INFINITY;

export interface Motion {
  /** Which rows these are; other ones don't move from where these were. */
  of: string;
  /** Nobody reads it closely, so rows always move: the wall of a hall. */
  isOnWall?: boolean;
}

/**
 * Lets rows glide to their new places when the order changes, once, and only while nobody is reading and nobody has
 * asked for less motion; cells that changed light up for a while. Rows are found by their `data-user`.
 */
export function useMovingRows(
  rows: readonly TableRow[],
  body: RefObject<HTMLTableSectionElement | null>,
  { of, isOnWall = false }: Motion,
): void {
  const last = useRef<{ of: string; rows: Map<number, { row: TableRow; index: number }> } | null>(null);
  useEffect(watchViewer, []);
  useLayoutEffect(() => {
    const before = last.current?.of === of ? last.current.rows : null;
    last.current = { of, rows: new Map(rows.map((row, index) => [row.user.id, { row, index }])) };
    if (before === null || document.hidden) return;
    const isMoving = !prefersStillness() && (isOnWall || isAtRest(body.current));
    for (const element of body.current?.rows ?? []) {
      const userId = Number(element.dataset.user);
      const [was, is] = [before.get(userId), last.current.rows.get(userId)];
      if (!was || !is || was.row === is.row) continue;
      flash(element, changedCells(was.row.cells, is.row.cells));
      if (isMoving) glide(element, (was.index - is.index) * element.offsetHeight);
    }
  }, [rows, of, isOnWall, body]);
}

function glide(row: HTMLTableRowElement, distancePx: number): void {
  if (distancePx === 0) return;
  const fromPx = Math.sign(distancePx) * Math.min(Math.abs(distancePx), FARTHEST_PX);
  row.animate([{ transform: `translateY(${fromPx}px)` }, { transform: 'none' }], {
    duration: MOVE_MS,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  });
}

function changedCells(before: readonly TableCell[], after: readonly TableCell[]): string[] {
  return after
    .filter(({ result, pendingTries }, position) => {
      const was = before[position];
      return was?.result !== result || was.pendingTries !== pendingTries;
    })
    .map(({ problemSymbol }) => problemSymbol);
}

/** A frame that fades; where stillness is wanted it goes at once when its time is over. */
function flash(row: HTMLTableRowElement, problems: readonly string[]): void {
  for (const problem of problems) {
    row
      .querySelector(`[data-problem="${problem}"]`)
      ?.animate(
        [{ boxShadow: 'inset 0 0 0 3px var(--brand)' }, { boxShadow: 'inset 0 0 0 3px transparent' }],
        { duration: FLASH_MS, easing: prefersStillness() ? 'steps(1, end)' : 'ease-in' },
      );
  }
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Nobody points, types or scrolls, has something open, selects text, or stands in the table with the keyboard. */
function isAtRest(body: HTMLElement | null): boolean {
  return (
    performance.now() - lastTouchedAtMs > REST_MS &&
    !isSomethingOpen() &&
    !body?.contains(document.activeElement) &&
    getSelection()?.isCollapsed !== false
  );
}

/** Closed lists of choices stay in the page, invisible. */
function isSomethingOpen(): boolean {
  const open = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
  return [...open].some((element) => element.checkVisibility());
}

function watchViewer() {
  const touched = () => {
    lastTouchedAtMs = performance.now();
  };
  const events = ['scroll', 'pointerdown', 'wheel', 'keydown'] as const;
  for (const event of events) addEventListener(event, touched, { passive: true, capture: true });
  return () => {
    for (const event of events) removeEventListener(event, touched, { capture: true });
  };
}
