import type { Db } from '@balloon/database/connect.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

/** Time in ms for which visits are collected before they are written. */
const WRITE_AFTER_MS = 1_000;
const AT_ONCE = 1_000;

/** A session in use, and until when it lives on. */
export interface Visit {
  id: number;
  userId: number;
  nowMs: number;
  expiresAtMs: number;
}

/**
 * Writes down who was seen, and extends their sessions: a second's visits in one statement. When a contest begins
 * everybody comes within seconds, and two commits each would stand before what they came for.
 */
export class SeenPeople {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  /** By the id of the session. */
  readonly #visits = new Map<number, Visit>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  note(visit: Visit): void {
    this.#visits.set(visit.id, visit);
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS);
  }

  /**
   * Writes what was noted so far, after what is being written, which would hold rows of the same people. What fails is
   * left out: a session in use is noted again a minute later.
   */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeNoted());
    return this.#writing;
  }

  async #writeNoted(): Promise<void> {
    const visits = [...this.#visits.values()];
    this.#visits.clear();
    try {
      for (let start = 0; start < visits.length; start += AT_ONCE)
        await writeVisits(this.#db, visits.slice(start, start + AT_ONCE));
    } catch (error) {
      this.#log.warn({ err: error }, 'who was seen was not written');
    }
  }
}

/** Leaves out rows that somebody else is changing, so that this never waits, and nobody in a circle with it. */
async function writeVisits(db: Db, visits: readonly Visit[]): Promise<void> {
  const column = (key: keyof Visit) => visits.map((visit) => visit[key]);
  await sql`
    with visit as materialized (
      select * from unnest(
        ${column('id')}::integer[], ${column('userId')}::integer[],
        ${column('nowMs')}::bigint[], ${column('expiresAtMs')}::bigint[]
      ) as visit (session_id, account_id, seen_at_ms, expires_at_ms)
    ),
    free_session as (
      select id from session where id in (select session_id from visit) for no key update skip locked
    ),
    free_account as (
      select id from account where id in (select account_id from visit) for no key update skip locked
    ),
    extended as (
      update session set seen_at_ms = visit.seen_at_ms, expires_at_ms = visit.expires_at_ms
      from visit join free_session on free_session.id = session_id
      where session.id = session_id
    )
    update account set active_at_ms = seen.at_ms
    from (select account_id, max(seen_at_ms) as at_ms from visit group by account_id) as seen
      join free_account on free_account.id = account_id
    where account.id = account_id
  `.execute(db);
}
