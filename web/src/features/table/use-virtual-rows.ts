import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A table of so many rows is drawn as a whole. */
const DRAWN_WHOLE = 120;
/** Rows drawn ahead of where one scrolls. */
const OVERSCAN = 12;
const USUAL_ROW_PX = 42;

/** A row to draw, after a gap in place of rows that are not drawn. */
export interface DrawnRow {
  index: number;
  /** CSS pixels. */
  gapBefore: number;
}

export interface VirtualRows {
  drawn: DrawnRow[];
  gapAfter: number;
  isWhole: boolean;
  scrollTo(index: number): void;
}

/**
 * Which rows of a long table are drawn: those in sight and the pinned one. Searching by the browser's own means
 * (Ctrl+F) draws all of them, so that it finds everybody.
 *
 * @param headPx height of what stands above the rows
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
  // Rows are of one height, which depends on the width of the screen alone.
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

/** Whether somebody opened the browser's search. */
function useIsSearched(): boolean {
  const [isSearched, setIsSearched] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const opensSearch = (event.ctrlKey || event.metaKey) && event.code === 'KeyF';
      // At once: the browser looks through what is there when its search opens.
      if (opensSearch) flushSync(() => setIsSearched(true));
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return isSearched;
}
