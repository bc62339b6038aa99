import type pg from 'pg';
import { AwakeClock } from '#awake-clock.ts';

/** The line for a connection is longer than what can be served soon: refused at once, instead of a long wait. */
export class OverloadedError extends Error {}

/** Longest expected wait for a connection in ms; who would wait longer is refused. */
const SOON_MS = 5_000;
/** Longest line, whatever the expectation says. */
const MAX_WAITING = 2_000;
/** Weight of the newest connection that was given back in the average. */
const NEWEST_COUNTS = 0.1;

/**
 * Expects how long the next caller waits for a connection of a pool, from how long others have held theirs lately, and
 * still hold them. Refuses callers when that is too long, so that under too much load some are told to come later, and
 * the others are served in time.
 */
export class WaitingLine {
  readonly #pool: pg.Pool;
  readonly #clock = new AwakeClock();
  readonly #takenAtMs = new Map<pg.PoolClient, number>();
  #heldMs = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('acquire', (client) => this.#takenAtMs.set(client, this.#clock.nowMs()));
    pool.on('release', (_error, client) => this.#note(client));
    pool.on('remove', (client) => this.#takenAtMs.delete(client));
  }

  #note(client: pg.PoolClient) {
    const takenAtMs = this.#takenAtMs.get(client);
    if (takenAtMs === undefined) return;
    this.#takenAtMs.delete(client);
    this.#heldMs += (this.#clock.nowMs() - takenAtMs - this.#heldMs) * NEWEST_COUNTS;
  }

  expectedWaitMs(): number {
    const { idleCount, totalCount, waitingCount, options } = this.#pool;
    if (idleCount > 0 || totalCount < options.max) return 0;
    const nowMs = this.#clock.nowMs();
    // While nothing is given back, the average says nothing.
    const ages = [...this.#takenAtMs.values()].map((takenAtMs) => nowMs - takenAtMs);
    const meanAgeMs = ages.reduce((sum, ageMs) => sum + ageMs, 0) / Math.max(1, ages.length);
    return ((waitingCount + 1) * Math.max(this.#heldMs, meanAgeMs)) / options.max;
  }

  /** @throws {OverloadedError} */
  refuseIfLong() {
    const { waitingCount } = this.#pool;
    if (waitingCount < MAX_WAITING && this.expectedWaitMs() <= SOON_MS) return;
    throw new OverloadedError(
      `${waitingCount} already wait for one of ${this.#pool.options.max} connections`,
    );
  }

  close() {
    this.#clock.close();
  }
}
