import type { PublicRow } from '@balloon/contracts/scoreboard/public-table.ts';
import type { MirrorPart } from '#mirror/mirror-state.ts';

/** Rows of the files that were read; a file never changes. */
const read = new Map<string, Promise<readonly PublicRow[]>>();

/** The rows of a file. @throws {Error} when it cannot be read now; asking again tries again */
export function readPart(name: string): Promise<readonly PublicRow[]> {
  const known = read.get(name);
  if (known) return known;
  const rows = fetchPart(name);
  read.set(name, rows);
  rows.catch(() => read.delete(name));
  return rows;
}

/** Forgets files that the table does not name any more. */
export function forgetPartsBut(names: readonly string[]): void {
  for (const name of read.keys()) if (!names.includes(name)) read.delete(name);
}

async function fetchPart(name: string): Promise<readonly PublicRow[]> {
  const response = await fetch(`rows/${name}`, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`rows/${name}: ${response.status}`);
  return ((await response.json()) as MirrorPart).rows;
}
