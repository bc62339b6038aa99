import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Maximum number of rows of a table that is drawn as a whole. */
const DRAWN_WHOLE = 120;
/** Number of rows drawn beyond the visible ones. */
const OVERSCAN = 12;
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
  const virtualizer = useVirtualizer({
    count,
    enabled: !isWhole,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: headPx,
    rangeExtractor: (range) => withPinned(range, pinned),
  });
  // All rows have the same height, which depends only on the width of the screen.
  const hasRows = count > 0 && (isWhole || virtualizer.getVirtualItems().length > 0);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured with the old height is void
  useLayoutEffect(() => virtualizer.measure(), [rowPx]);

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
  let endPx = headPx;
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end }) => {
    const gapBefore = start - endPx;
    endPx = end;
    return { index, gapBefore };
  });
  return { drawn, gapAfter: Math.max(0, virtualizer.getTotalSize() + headPx - endPx), isWhole, scrollTo };
}

const rowAt = (body: HTMLTableSectionElement | null, index: number) =>
  body?.querySelectorAll('tr[data-user]').item(index);

function withPinned(range: Range, pinned: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (pinned === null || indexes.includes(pinned)) return indexes;
  return [...indexes, pinned].sort((a, b) => a - b);
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
