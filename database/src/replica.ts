import pg from 'pg';
import { type Connection, connect, type Db, type PoolOptions } from '#connect.ts';

/** Place in the write-ahead log: what was committed before it is in whatever has replayed up to it. */
export type LogPosition = bigint;

/** Pages of the log begin with a head of 24 bytes, segments with one of 40. */
const PAGE_BYTES = 8192n;
const MAX_HEAD_BYTES = 40n;

/** Query for the end of a server's log; null on a server that only replays another one's. */
export const POSITION_QUERY = `select case when not pg_is_in_recovery()
  then pg_current_wal_insert_lsn()::text end as position`;

/**
 * Reads a position as PostgreSQL writes it, such as 16/B374D848. The end of a log that stands behind the head of a page is
 * taken for the end of the page before, which is what a replica reports then.
 */
export function parsePosition(text: string): LogPosition {
  const [high, low] = text.split('/');
  const position = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  const inPage = position % PAGE_BYTES;
  return inPage <= MAX_HEAD_BYTES ? position - inPage : position;
}

/** The replica has not replayed yet what the read must see. */
export class ReplicaBehindError extends Error {}
/** The server at the address of a replica replays nothing: it was promoted, or never was one. */
export class NoReplicaError extends Error {}
/** The replica has not answered in time. */
export class ReplicaSilentError extends Error {}

/** What a replica says of itself. */
export interface ReplicaAnswer {
  /** Equal on a server and its replicas, and nowhere else. */
  clusterId: string;
  /** How far it has replayed; null when it is no replica. */
  position: LogPosition | null;
}

const POLL_MS = 10;
const STATE_QUERY = `select system_identifier::text as "clusterId",
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position
  from pg_control_system()`;
const REPLAYED_QUERY =
  'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position';

/** Identity of the cluster that a connection leads to, as in `ReplicaAnswer`. */
export const CLUSTER_QUERY = 'select system_identifier::text as "clusterId" from pg_control_system()';

/** Connections to one streaming replica. */
export class Replica {
  readonly #connection: Connection;
  /** The furthest position that it is known to have replayed. */
  #reached: LogPosition = 0n;

  constructor(url: string, options: PoolOptions) {
    this.#connection = connect(url, { ...options, refusesEarly: true });
  }

  /** For queries that only read. */
  get db(): Db {
    return this.#connection.db;
  }

  /** Asks how far it is. @throws {ReplicaSilentError} */
  async ask(withinMs: number): Promise<ReplicaAnswer> {
    const { rows } = await within(
      withinMs,
      this.#connection.pool.query<{ clusterId: string; position: string | null }>(STATE_QUERY),
    );
    const [row] = rows;
    if (!row) throw new NoReplicaError('The server does not know its cluster');
    return { clusterId: row.clusterId, position: this.#note(row.position) };
  }

  /**
   * Waits until everything up to a position can be read.
   *
   * @throws {ReplicaBehindError} when that takes longer than `withinMs`
   * @throws {NoReplicaError}
   * @throws {ReplicaSilentError}
   */
  async waitFor(position: LogPosition, withinMs: number): Promise<void> {
    const endMs = performance.now() + withinMs;
    for (let pauseMs = POLL_MS; this.#reached < position; pauseMs *= 2) {
      const asking = this.#connection.pool.query<{ position: string | null }>(REPLAYED_QUERY);
      const { rows } = await within(withinMs, asking);
      const reached = this.#note(rows[0]?.position ?? null);
      if (reached === null) throw new NoReplicaError('The server replays nothing');
      if (reached >= position) return;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0)
        throw new ReplicaBehindError(`The replica is ${position - reached} bytes of log behind`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, leftMs)));
    }
  }

  /** Forgets how far it was: another server may answer at its address. */
  forget(): void {
    this.#reached = 0n;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #note(text: string | null): LogPosition | null {
    const position = text === null ? null : parsePosition(text);
    if (position !== null && position > this.#reached) this.#reached = position;
    return position;
  }
}

/**
 * Waits for an answer of a server for a bounded time: one that stands still breaks no connection.
 *
 * @throws {ReplicaSilentError}
 */
export async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ReplicaSilentError(`No answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {}); // whoever gave up needs no reason
  }
}

/** Whether an error of a query is the database's, as against one of the code that asked. */
export const isDatabaseError = (error: unknown): boolean => error instanceof pg.DatabaseError;
