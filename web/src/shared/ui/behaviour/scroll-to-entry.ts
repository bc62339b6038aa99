/**
 * Scrolls a menu in one line sideways until its current entry is seen; the page itself does not move. It is the `ref`
 * of the current entry, so React calls it when another entry becomes the current one.
 */
export function scrollToEntry(entry: HTMLElement | null): void {
  const menu = entry?.parentElement;
  if (!entry || !menu) return;
  const { left, width } = entry.getBoundingClientRect();
  const room = menu.getBoundingClientRect();
  menu.scrollLeft += left + width / 2 - (room.left + room.width / 2);
}
