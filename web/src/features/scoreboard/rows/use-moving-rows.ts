import type { ScoreboardCell, ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const MOVE_MS = 300;
/** Maximum distance of an animation; a row from farther away starts at this distance. */
const FARTHEST_PX = 480;
const FLASH_MS = 4_000;
/** Time after scrolling or pointing during which the viewer counts as reading, so that nothing moves. */
const REST_MS = 1_500;

let lastTouchedAtMs = Number.NEGATIVE_INFINITY;

export interface Motion {
  /** Identifies the set of rows; a change of the set is not animated. */
  of: string;
  /** Whether rows always move, as on the wall of a hall, where they are not read closely. */
  isOnWall?: boolean;
}

/**
 * Moves rows smoothly to their new places when the order changes, once, and only while the viewer is not
 * reading and has not asked for reduced motion; changed cells light up for a while. Rows are found by their
 * `data-user`.
 */
export function useMovingRows(
  rows: readonly ScoreboardRow[],
  body: RefObject<HTMLTableSectionElement | null>,
  { of, isOnWall = false }: Motion,
): void {
  const last = useRef<{ of: string; rows: Map<number, { row: ScoreboardRow; index: number }> } | null>(null);
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

function changedCells(before: readonly ScoreboardCell[], after: readonly ScoreboardCell[]): string[] {
  return after
    .filter(({ acceptedAfterMs, wrongTries, pendingTries }, position) => {
      const was = before[position];
      return (
        was?.acceptedAfterMs !== acceptedAfterMs ||
        was?.wrongTries !== wrongTries ||
        was.pendingTries !== pendingTries
      );
    })
    .map(({ problemSymbol }) => problemSymbol);
}

/** Marks cells with a fading frame; with reduced motion it disappears at once when its time is over. */
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

/**
 * Whether the viewer does not point, type or scroll, has nothing open, no text selected and no focus in the
 * table.
 */
function isAtRest(body: HTMLElement | null): boolean {
  return (
    performance.now() - lastTouchedAtMs > REST_MS &&
    !isSomethingOpen() &&
    !body?.contains(document.activeElement) &&
    getSelection()?.isCollapsed !== false
  );
}

/** Whether a menu or dialog is visible: closed lists of choices stay in the page, invisible. */
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
