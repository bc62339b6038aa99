import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const MOVE_MS = 300;
/** Whoever scrolled or pointed within this time is reading: nothing moves under their eyes. */
const REST_MS = 1_500;

let lastTouchedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Lets rows glide to their new places when the order changes, once, and only while the viewer is at rest and
 * has not asked for less motion. Rows are found by their `data-user`.
 */
export function useMovingRows(rows: readonly unknown[]): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const tops = useRef(new Map<string, number>());
  useEffect(watchViewer, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are the moment to measure
  useLayoutEffect(() => {
    const before = tops.current;
    const after = measure(body.current);
    tops.current = new Map([...after].map(([user, { top }]) => [user, top]));
    if (!isAtRest()) return;
    for (const [user, { row, top }] of after) {
      const distance = (before.get(user) ?? top) - top;
      if (distance === 0) continue;
      row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
    }
  }, [rows]);
  return body;
}

/** Places within the table, so that scrolling the page moves nothing. */
function measure(body: HTMLTableSectionElement | null) {
  const places = new Map<string, { row: HTMLTableRowElement; top: number }>();
  for (const row of body?.rows ?? []) {
    places.set(row.dataset.user ?? '', { row, top: row.offsetTop });
  }
  return places;
}

function isAtRest(): boolean {
  return (
    document.visibilityState === 'visible' &&
    performance.now() - lastTouchedAtMs > REST_MS &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
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
