import { useSyncExternalStore } from 'react';

/** Number shown before the browser's title on every screen; 0 is not shown. */
let count = 0;
const watchers = new Set<() => void>();

export function setTitleCount(newCount: number): void {
  if (newCount === count) return;
  count = newCount;
  for (const notify of watchers) notify();
}

export function useTitleCount(): number {
  return useSyncExternalStore(watch, () => count);
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
