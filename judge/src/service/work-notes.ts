import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HeldWork } from '@balloon/contracts/judging/leases.ts';

/** Lease under which this judge works. */
export type WorkNote = HeldWork;

/** Leases on disk, each stored while the judge works under it, so that the next process knows them after a kill. */
export interface WorkNotes {
  /** Leases under which the previous process worked when it ended; empty when it closed in order. */
  readonly left: readonly WorkNote[];
  /** Writes a note before it returns; the note is removed when disposed of. */
  write(note: WorkNote): Disposable;
}

/**
 * Opens the notes, and takes over those of the previous process.
 *
 * @param workDir directory that no other judge uses
 */
export function openWorkNotes(workDir: string): WorkNotes {
  const folder = join(workDir, 'at-work');
  mkdirSync(folder, { recursive: true });
  const left = readdirSync(folder).flatMap((name) => readNote(join(folder, name)));
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
  return {
    left,
    write(note) {
      const path = join(folder, `${note.fence}.json`);
      writeFileSync(path, JSON.stringify(note));
      return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
    },
  };
}

/** Reads a note; empty for an incomplete one, which a process leaves that was killed while it wrote. */
function readNote(path: string): WorkNote[] {
  try {
    return [HeldWork.parse(JSON.parse(readFileSync(path, 'utf8')))];
  } catch {
    return [];
  }
}
