import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Maximum number of rows of a table that is drawn as a whole. */
const DRAWN_WHOLE = 120;
/** Number of rows drawn beyond the visible ones at either side, at least. */
const OVERSCAN = 6;
/** Number of rows that come and go together: in between, scrolling draws nothing. */
const BLOCK = 4;
const USUAL_ROW_PX = 42;

/** A row to draw, after a gap in place of rows that are not drawn. */
export interface DrawnRow {
  index: number;
  /** Height of the gap in CSS pixels. */
  gapBefore: number;
}

export interface VirtualRows {
  drawn: DrawnRow[];
  gapAfter: number;
  isWhole: boolean;
  scrollTo(index: number): void;
}

/**
 * Determines which rows of a long table are drawn: the visible ones and the pinned one. The browser's own
 * search (Ctrl+F) draws all of them, so that it finds everybody.
 *
 * @param headPx height of the content above the rows
 * @param pinned index of a row that is always drawn
 */
export function useVirtualRows(
  count: number,
  scroller: RefObject<HTMLElement | null>,
  body: RefObject<HTMLTableSectionElement | null>,
  { headPx, pinned }: { headPx: number; pinned: number | null },
): VirtualRows {
  const isSearched = useIsSearched();
  const isWhole = count <= DRAWN_WHOLE || isSearched;
  const [rowPx, setRowPx] = useState(USUAL_ROW_PX);
  const range = useRange(count, scroller, { headPx, rowPx, isWhole });
  // All rows have the same height, which depends only on the width of the screen.
  const hasRows = count > 0;
  useLayoutEffect(() => {
    if (!hasRows) return;
    const measure = () => {
      const row = body.current?.querySelector('tr[data-user]');
      if (row) setRowPx(row.getBoundingClientRect().height);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [hasRows, body]);
  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (!element) return;
    const middle = (element.clientHeight - rowPx) / 2;
    element.scrollTo({ top: headPx + index * rowPx - middle });
    if (element.scrollHeight <= element.clientHeight + 1)
      rowAt(body.current, index)?.scrollIntoView({ block: 'center' });
  };
  if (isWhole) {
    const drawn = Array.from({ length: count }, (_, index) => ({ index, gapBefore: 0 }));
    return { drawn, gapAfter: 0, isWhole, scrollTo };
  }
  let end = 0;
  const drawn = withPinned(range, pinned).map((index) => {
    const gapBefore = (index - end) * rowPx;
    end = index + 1;
    return { index, gapBefore };
  });
  return { drawn, gapAfter: (count - end) * rowPx, isWhole, scrollTo };
}

/** Indexes of rows, without the last. */
interface Range {
  from: number;
  to: number;
}

/** Follows which rows are in sight, in whole blocks; the component draws again when another block is. */
function useRange(
  count: number,
  scroller: RefObject<HTMLElement | null>,
  { headPx, rowPx, isWhole }: { headPx: number; rowPx: number; isWhole: boolean },
): Range {
  const [range, setRange] = useState<Range>(() => rangeOf(0, innerHeight, rowPx));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isWhole || element === null) return;
    const look = () => {
      const wanted = rangeOf(element.scrollTop - headPx, element.clientHeight, rowPx);
      setRange((known) => (known.from === wanted.from && known.to === wanted.to ? known : wanted));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    // In the next frame: rows drawn during the observation would change what is observed.
    const sizes = new ResizeObserver(() => requestAnimationFrame(look));
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [scroller, headPx, rowPx, isWhole]);
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}

function rangeOf(topPx: number, heightPx: number, rowPx: number): Range {
  const from = Math.floor((topPx / rowPx - OVERSCAN) / BLOCK) * BLOCK;
  const to = Math.ceil(((topPx + heightPx) / rowPx + OVERSCAN) / BLOCK) * BLOCK;
  return { from: Math.max(0, from), to };
}

const rowAt = (body: HTMLTableSectionElement | null, index: number) =>
  body?.querySelectorAll('tr[data-user]').item(index);

function withPinned({ from, to }: Range, pinned: number | null): number[] {
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset);
  if (pinned === null || (pinned >= from && pinned < to)) return indexes;
  return pinned < from ? [pinned, ...indexes] : [...indexes, pinned];
}

/** Whether the browser's search is open. */
function useIsSearched(): boolean {
  const [isSearched, setIsSearched] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const opensSearch = (event.ctrlKey || event.metaKey) && event.code === 'KeyF';
      // Synchronous: the browser searches the present page when its search opens.
      if (opensSearch) flushSync(() => setIsSearched(true));
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return isSearched;
}
