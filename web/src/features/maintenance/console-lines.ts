import type { ConsoleLine } from '@balloon/contracts/site/console.ts';

export const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies ConsoleLine['level'][];
export const PARTS = ['web', 'supervisor', 'judge', 'relay'] as const satisfies ConsoleLine['part'][];

/** Lines that the page keeps. */
const KEPT = 1_000;

export interface ConsoleFilter {
  /** Least important level that is shown. */
  level: ConsoleLine['level'];
  /** Null shows all parts. */
  part: ConsoleLine['part'] | null;
  /** Words that a line must have, in any case. */
  text: string;
}

/**
 * Adds lines, each once and in the order of time: after a reconnect kept ones come again. Of lines of one row the newest
 * stays.
 */
export function mergeLines(known: readonly ConsoleLine[], more: readonly ConsoleLine[]): ConsoleLine[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !ids.has(id));
  const all = [...known, ...fresh].sort((one, other) => one.atMs - other.atMs);
  const newest = new Map(all.map(({ id, row }) => [row, id]));
  return all.filter(({ id, row }) => row === undefined || newest.get(row) === id).slice(-KEPT);
}

export function isShown(line: ConsoleLine, { level, part, text }: ConsoleFilter): boolean {
  if (LEVELS.indexOf(line.level) < LEVELS.indexOf(level)) return false;
  if (part !== null && line.part !== part) return false;
  return `${line.text} ${line.origin}`.toLowerCase().includes(text.trim().toLowerCase());
}
