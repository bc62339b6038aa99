import type { Db } from '@balloon/database/connect.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

const MEASURE_EVERY_MS = 10_000;
const ROUND_TRIPS = 5;
/** Age in ms of a measurement after which the clock says nothing. */
const TRUSTED_FOR_MS = 30_000;
/** Most that two clocks of machines drift apart, as a share of the time that passed. */
const DRIFT = 1e-3;

/** The instant of the database, as closely as this process knows it. */
export interface KnownInstant {
  nowMs: number;
  /** How far the database's clock may be from `nowMs`, in ms. */
  errorMs: number;
}

/**
 * The database's clock, read without asking it. Its distance to the clock of this process is measured every ten seconds
 * over the fastest of some round trips: the error is at most half of that trip, one ms of rounding, and the drift since.
 * A jump of the database's clock is noticed at the next measurement. Whatever an exact instant decides asks the database.
 */
export class DatabaseClock {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  #measured: { offsetMs: number; errorMs: number; atMs: number } | null = null;
  #measuring: NodeJS.Timeout | undefined;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Measures now, and every ten seconds from now on. */
  async start(): Promise<void> {
    await this.#measure();
    this.#measuring = setInterval(() => void this.#measure(), MEASURE_EVERY_MS);
  }

  close(): void {
    clearInterval(this.#measuring);
  }

  /** The database's time, or null while the last measurement is too old. */
  read(): KnownInstant | null {
    const atMs = performance.now();
    if (this.#measured === null || atMs - this.#measured.atMs > TRUSTED_FOR_MS) return null;
    const { offsetMs, errorMs } = this.#measured;
    return {
      nowMs: Math.floor(atMs + offsetMs),
      errorMs: errorMs + (atMs - this.#measured.atMs) * DRIFT,
    };
  }

  /** The database's time for a page that counts down, also by an old measurement: this process's own clock may be set wrong. */
  shownMs(): number {
    return Math.floor(this.#measured ? performance.now() + this.#measured.offsetMs : Date.now());
  }

  async #measure(): Promise<void> {
    try {
      const trips = [];
      for (let trip = 0; trip < ROUND_TRIPS; trip += 1) trips.push(await this.#roundTrip());
      const [fastest] = trips.sort((one, other) => one.errorMs - other.errorMs);
      if (fastest) this.#measured = fastest;
    } catch (error) {
      this.#log.debug({ err: error }, "the database's clock was not read");
    }
  }

  async #roundTrip() {
    const beforeMs = performance.now();
    const { rows } = await sql<{ nowMs: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`.execute(this.#db);
    const atMs = performance.now();
    const halfMs = (atMs - beforeMs) / 2;
    return { offsetMs: (rows[0]?.nowMs ?? 0) - beforeMs - halfMs, errorMs: halfMs + 1, atMs };
  }
}
