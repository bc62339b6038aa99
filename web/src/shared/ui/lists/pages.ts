/** Lists the page numbers that a pager offers: the current one and `reach` on each side, within the list. */
export function pageWindow(current: number, last: number, reach: number): number[] {
  const from = Math.max(1, current - reach);
  const to = Math.min(last, current + reach);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, position) => from + position);
}

/** Returns the number of pages of a list; an empty list has one. */
export function pagesNumber(itemsNumber: number, pageSize: number): number {
  return Math.max(1, Math.ceil(itemsNumber / pageSize));
}

/** Reads a page number from the address; invalid text means the first page. */
export function pageNumber(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}
