import { useSyncExternalStore } from 'react';
import { KEPT_AT_HEADER } from '#service-worker/kept-paths.ts';

/** When the server gave the answers that are shown from memory, in ms by path. */
const kept = new Map<string, number>();
const watchers = new Set<() => void>();

/**
 * Notes whether an answer came from the service worker's memory. One of the server shows that it is reached: notes of
 * what lies beneath are forgotten, since a screen that was left never asks again.
 */
export function noteAnswer(path: string, headers: Headers): void {
  const atMs = headers.get(KEPT_AT_HEADER);
  if (atMs === null ? !forget(path) : kept.get(path) === Number(atMs)) return;
  if (atMs !== null) kept.set(path, Number(atMs));
  for (const notify of watchers) notify();
}

/** @returns whether there was anything to forget */
function forget(top: string): boolean {
  const paths = [...kept.keys()].filter((path) => path === top || path.startsWith(`${top}/`));
  for (const path of paths) kept.delete(path);
  return paths.length > 0;
}

/** Instant of the oldest answer beneath a path that is shown from memory; null when all are the server's. */
export function keptAtMs(beneath: string): number | null {
  const instants = [...kept].filter(([path]) => path === beneath || path.startsWith(`${beneath}/`));
  return instants.length === 0 ? null : Math.min(...instants.map(([, atMs]) => atMs));
}

export function useKeptAtMs(beneath: string): number | null {
  return useSyncExternalStore(watch, () => keptAtMs(beneath));
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
