import { useSyncExternalStore } from 'react';

/*
 * Whether the panel of messages is open. Button, toast and the strip of urgent messages open the same one
 * from different places of the page.
 */
let isOpen = false;
const watchers = new Set<() => void>();

export function showInbox(shouldOpen: boolean): void {
  isOpen = shouldOpen;
  for (const notify of watchers) notify();
}

export const isInboxOpen = () => isOpen;

export function useInboxOpen(): boolean {
  return useSyncExternalStore(watch, isInboxOpen);
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
