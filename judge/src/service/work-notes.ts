import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HeldWork } from '@balloon/contracts/judging/leases.ts';

/** Lease under which this judge works. */
export type WorkNote = HeldWork;

/** Leases on disk, each stored while the judge works under it, so that the next process knows them after a kill. */
export interface WorkNotes {
  /** Leases under which the previous process worked when it ended; empty when it closed in order. */
  readonly left: readonly WorkNote[];
  /** Writes a note before it returns; the note is wiped when disposed of. */
  write(note: WorkNote): Disposable;
}

/** Size of a note in bytes, filled up with spaces: each covers the one before it in the same file. */
const NOTE_BYTES = 512;

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
  /** Open files without a note: as many as there was work at once, since to make one for each costs much more. */
  const blank: number[] = [];
  let made = 0;
  return {
    left,
    write(note) {
      const file = blank.pop() ?? openSync(join(folder, `${made++}.json`), 'wx');
      writeSync(file, JSON.stringify(note).padEnd(NOTE_BYTES), 0);
      return {
        [Symbol.dispose]() {
          writeSync(file, ' '.repeat(NOTE_BYTES), 0);
          blank.push(file);
        },
      };
    },
  };
}

/** Reads a note; empty for a wiped one, and for an incomplete one, which a process leaves that was killed while it wrote. */
function readNote(path: string): WorkNote[] {
  try {
    return [HeldWork.parse(JSON.parse(readFileSync(path, 'utf8')))];
  } catch {
    return [];
  }
}
