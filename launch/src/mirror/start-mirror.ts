import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { MirrorFolder } from '#mirror/mirror-folder.ts';
import { emptyState, type MirrorState } from '#mirror/mirror-state.ts';
import { readPublicTable, TableClosedError } from '#mirror/read-public-table.ts';
import { say, warn } from '#say.ts';
import { StartError } from '#start-error.ts';

/** How often a state that has not changed is written with its new time, so that pages know that the mirror lives. */
const TELL_TIME_EVERY_MS = 30_000;
/** Failures in a row after which the site counts as away: a single lost answer is no news. */
const AWAY_AFTER_FAILURES = 2;

export interface MirrorOptions {
  /** Address of the site, without a closing slash. */
  serverUrl: string;
  contestId: number;
  folder: string;
  everyMs: number;
}

export interface RunningMirror {
  /** Resolves when it is closed. Rejects with a `StartError` when the site closes the table, or with a fault of the disk. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps a folder with the public table of a contest, until it is closed.
 *
 * @throws {StartError} when the site answers that there is no such table, or the folder cannot be used
 */
export async function startMirror(options: MirrorOptions): Promise<RunningMirror> {
  const folder = await MirrorFolder.open(options.folder, Date.now());
  const closing = new AbortController();
  const mirror = new Mirror(options, folder, closing.signal);
  try {
    await mirror.look();
  } catch (error) {
    folder.close();
    throw error;
  }
  const ended = mirror.run().finally(() => folder.close());
  ended.catch(() => undefined); // whoever closes need not look
  return {
    ended,
    async close() {
      closing.abort();
      await ended.catch(() => undefined);
    },
  };
}

class Mirror {
  readonly #options: MirrorOptions;
  readonly #folder: MirrorFolder;
  readonly #closing: AbortSignal;
  #state: MirrorState;
  #writtenAtMs = 0;
  #etag: string | null = null;
  #failures = 0;

  constructor(options: MirrorOptions, folder: MirrorFolder, closing: AbortSignal) {
    this.#options = options;
    this.#folder = folder;
    this.#closing = closing;
    this.#state = folder.readState(options.contestId) ?? emptyState(options.contestId);
  }

  async run(): Promise<void> {
    while (!this.#closing.aborted) {
      await sleep(this.#options.everyMs, undefined, { signal: this.#closing }).catch(() => undefined);
      if (!this.#closing.aborted) await this.look();
    }
  }

  /** Asks the site once and shows what it answers. @throws {StartError} when the table is closed */
  async look(): Promise<void> {
    const answer = await this.#ask();
    const checkedAtMs = Date.now();
    if (answer === 'away') return this.#tellAway();
    if (this.#failures >= AWAY_AFTER_FAILURES) say(`mirror: ${this.#options.serverUrl} answers again`);
    this.#failures = 0;
    const { isReachable } = this.#state;
    const isNews = answer !== null || !isReachable || checkedAtMs - this.#writtenAtMs >= TELL_TIME_EVERY_MS;
    if (answer === 'waiting') Object.assign(this.#state, emptyState(this.#options.contestId));
    else if (answer !== null) await this.#take(answer.table);
    Object.assign(this.#state, { checkedAtMs, isReachable: true });
    if (isNews) await this.#write();
    // A table that was taken down is asked for anew, even when the site then shows the same one again.
    if (answer !== null) this.#etag = answer === 'waiting' ? null : answer.etag;
  }

  async #ask() {
    try {
      return await readPublicTable(this.#options, this.#etag, this.#closing);
    } catch (error) {
      if (error instanceof TableClosedError) throw await this.#closed(error);
      if (this.#failures === 0 && !this.#closing.aborted)
        warn(`mirror: ${this.#options.serverUrl} is away: ${(error as Error).message}`);
      return 'away';
    }
  }

  async #take({ contest, problems, isFrozen, rows }: PublicTable): Promise<void> {
    const parts = await this.#folder.writeRows(rows);
    Object.assign(this.#state, {
      contest,
      problems,
      isFrozen,
      parts,
      rowsNumber: rows.length,
      phase: 'open',
    });
  }

  async #tellAway(): Promise<void> {
    if (this.#closing.aborted) return;
    this.#failures += 1;
    const isFirst = this.#writtenAtMs === 0; // nothing is known of the site in this run yet
    if (!isFirst && (this.#failures < AWAY_AFTER_FAILURES || !this.#state.isReachable)) return;
    this.#state.isReachable = false;
    await this.#write();
  }

  /** Takes the table down. @returns the error to throw */
  async #closed(error: TableClosedError): Promise<StartError> {
    this.#state = { ...emptyState(this.#options.contestId), phase: 'closed', checkedAtMs: Date.now() };
    await this.#write();
    await this.#folder.removeRows();
    return new StartError(error.message, { cause: error });
  }

  async #write(): Promise<void> {
    this.#writtenAtMs = Date.now();
    await this.#folder.writeState(this.#state, this.#writtenAtMs);
  }
}
