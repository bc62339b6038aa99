import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PublicRow } from '@balloon/contracts/scoreboard/public-table.ts';
import { type DirectoryLock, takeLock } from '#files/directory-lock.ts';
import { type MirrorPart, MirrorState } from '#mirror/mirror-state.ts';
import { writePageFiles } from '#mirror/page-files.ts';
import { CODINGS, writePacked } from '#mirror/write-files.ts';
import { StartError } from '#start-error.ts';

const STATE = 'state.json';
const PARTS = 'rows';
const ROWS_IN_PART = 100;
/** Time after which nobody reads rows that no state names, however long a CDN keeps a state. */
const KEEP_UNUSED_MS = 10 * 60_000;

/**
 * Folder with the files of a mirror.
 *
 * Theory of operation. Rows lie in files that are named by their hash and never change; `state.json` names those that
 * make the table, and is replaced after they are there. So a viewer never sees half an update, and fetches only the
 * parts that changed. Parts that no state names stay for a while, for viewers with an earlier state.
 */
export class MirrorFolder {
  readonly #folder: string;
  readonly #lock: DirectoryLock;
  /** Instant since which no state names a part; null: the current one does. */
  readonly #unusedSince = new Map<string, number | null>();

  private constructor(folder: string, lock: DirectoryLock) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** @throws {StartError} when the folder holds something else, or another mirror writes there */
  static async open(folder: string, nowMs: number): Promise<MirrorFolder> {
    if (existsSync(path.join(folder, 'index.html')) && !existsSync(path.join(folder, STATE)))
      throw new StartError(`${folder} holds another page: give the mirror a folder of its own by --out`);
    mkdirSync(path.join(folder, PARTS), { recursive: true });
    const lock = takeLock(
      path.join(folder, '.lock'),
      (owner) => `another mirror${owner} writes to ${folder}: give this one another --out`,
    );
    const opened = new MirrorFolder(folder, lock);
    for (const name of await readdir(path.join(folder, PARTS)))
      if (name.endsWith('.json')) opened.#unusedSince.set(name, nowMs);
    await writePageFiles(folder);
    return opened;
  }

  /** The state of an earlier run for the same contest, or null. */
  readState(contestId: number): MirrorState | null {
    const file = path.join(this.#folder, STATE);
    if (!existsSync(file)) return null;
    try {
      const state = MirrorState.parse(JSON.parse(readFileSync(file, 'utf8')));
      return state.contestId === contestId ? state : null;
    } catch {
      return null; // written by another version of the mirror: the site is asked anew
    }
  }

  /** Writes rows that are not there yet. @returns the names of their files, in order */
  async writeRows(rows: readonly PublicRow[]): Promise<string[]> {
    const names: string[] = [];
    for (let start = 0; start < rows.length; start += ROWS_IN_PART) {
      const text = JSON.stringify({ rows: rows.slice(start, start + ROWS_IN_PART) } satisfies MirrorPart);
      const name = `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`;
      if (!this.#unusedSince.has(name)) await writePacked(path.join(this.#folder, PARTS), name, text);
      this.#unusedSince.set(name, null);
      names.push(name);
    }
    return names;
  }

  /** Shows a state, whose rows must be written, and removes rows that nobody reads any more. */
  async writeState(state: MirrorState, nowMs: number): Promise<void> {
    await writePacked(this.#folder, STATE, JSON.stringify(state));
    const used = new Set(state.parts);
    for (const [name, sinceMs] of this.#unusedSince) {
      if (used.has(name)) this.#unusedSince.set(name, null);
      else if (sinceMs === null) this.#unusedSince.set(name, nowMs);
      else if (nowMs - sinceMs > KEEP_UNUSED_MS) await this.#removePart(name);
    }
  }

  /** Removes all rows at once, for a table that may be shown no more. */
  async removeRows(): Promise<void> {
    for (const name of [...this.#unusedSince.keys()]) await this.#removePart(name);
  }

  close(): void {
    this.#lock.release();
  }

  async #removePart(name: string): Promise<void> {
    for (const ending of ['', ...Object.values(CODINGS)])
      await rm(path.join(this.#folder, PARTS, `${name}${ending}`), { force: true });
    this.#unusedSince.delete(name);
  }
}
