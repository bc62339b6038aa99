import { useEffect, useRef } from 'react';

/**
 * Scrolls a menu in one line sideways until its current entry is seen. The page itself does not move.
 *
 * @param current changes with the entry
 * @returns goes to the element that scrolls
 */
export function useCurrentInView<Menu extends HTMLElement>(current: string | undefined) {
  const ref = useRef<Menu>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is read from the document
  useEffect(() => {
    const menu = ref.current;
    const entry = menu?.querySelector<HTMLElement>('[aria-current]');
    if (!menu || !entry) return;
    const { left, width } = entry.getBoundingClientRect();
    const room = menu.getBoundingClientRect();
    menu.scrollLeft += left + width / 2 - (room.left + room.width / 2);
  }, [current]);
  return ref;
}
