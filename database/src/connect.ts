import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { readBeforeCommit, type UncommittedRows } from './rows-before-commit.ts';
import type { Database } from './tables.ts';
import { WaitingLine } from './waiting-line.ts';

/** A pool or one of its transactions: queries take either. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

const BIGINT_OID = 20;

// Our bigints are milliseconds, sizes and counters, all below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT_OID && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** Gives columns their names in the code. */
const CAMEL_CASE = new CamelCasePlugin({ maintainNestedObjectKeys: true });

export interface Connection {
  /** Refuses early when many wait, see `refusesEarly`. */
  db: Db;
  /** The same connections for who waits in any case: sockets, chores. */
  patientDb: Db;
  /**
   * For libraries that bring their own SQL, such as the counters of tries. Behind a pooler no session lasts longer
   * than a transaction: what needs one, as LISTEN does, connects by itself, past the pooler.
   */
  pool: pg.Pool;
  /**
   * Runs a query under a name, so that each connection plans it once: for queries of many tables that run often, whose
   * planning takes longer than their execution. Their text must always be the same.
   */
  queryPrepared: <Row>(name: string, query: CompiledQuery<Row>) => Promise<Row[]>;
  /** Does the same for a query that changes something, as `readBeforeCommit`. */
  changePrepared: <Row>(
    name: string,
    query: CompiledQuery<Row>,
    number: number,
  ) => Promise<UncommittedRows<Row>>;
  close(): Promise<void>;
}

/** Bounds in ms on what holds a connection; PostgreSQL ends what exceeds them. */
export interface TimeLimits {
  statementMs: number;
  lockMs: number;
  idleInTransactionMs: number;
}

export interface PoolOptions {
  /** Connections per process; several web processes share the server's limit. */
  maxConnections?: number;
  /** Receives errors of idle connections. */
  onError?: (error: Error) => void;
  /** Absent: no limits, for programs that work alone. */
  timeLimits?: TimeLimits;
  /**
   * Whether the address is that of a pooler that gives another connection to each transaction: nothing may be set for a
   * session then, so time limits are the pooler's to set, and no query has a name.
   */
  isPooled?: boolean;
  /** Whether `db` throws `OverloadedError` instead of waiting for long. */
  refusesEarly?: boolean;
}

/**
 * Time in ms that a connection stays open unused. A new one costs both sides several milliseconds, and its first queries are
 * planned anew: who asks once a minute is to find one.
 */
const IDLE_MS = 300_000;
/** Time in ms after which a silent connection is probed: routers between us and the database forget some after four minutes. */
const PROBED_AFTER_MS = 60_000;

/** Opens a pool. The next query replaces a lost connection. */
export function connect(
  url: string,
  {
    maxConnections = 10,
    onError = () => {},
    timeLimits,
    isPooled = false,
    refusesEarly = false,
  }: PoolOptions = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBED_AFTER_MS,
    application_name: 'balloon',
    ...(timeLimits &&
      !isPooled && {
        statement_timeout: timeLimits.statementMs,
        lock_timeout: timeLimits.lockMs,
        idle_in_transaction_session_timeout: timeLimits.idleInTransactionMs,
      }),
  });
  // Without a listener an idle connection's death would end the process.
  pool.on('error', onError);
  // The same for one in use, between two queries of a transaction: the next query reports the loss.
  pool.on('connect', (client) => client.on('error', () => {}));
  const patientDb = queriesOver(pool);
  const close = async () => {
    await patientDb.destroy();
    // Kysely leaves a pool alone that it has never used: one for prepared queries only would keep its program alive.
    if (!pool.ending) await pool.end();
  };
  const queryPrepared = preparing(pool, isPooled);
  const changePrepared: Connection['changePrepared'] = (name, query, number) =>
    readBeforeCommit(pool, query, { number, ...(!isPooled && { name }) });
  preparedOver.set(patientDb, queryPrepared);
  lentBy.set(patientDb, () => pool.connect());
  if (!refusesEarly) return { db: patientDb, patientDb, pool, queryPrepared, changePrepared, close };
  const line = new WaitingLine(pool);
  const takeInTime = async () => {
    line.refuseIfLong();
    return pool.connect();
  };
  const db = queriesOver({
    connect: takeInTime,
    end: () => pool.end(),
    options: pool.options,
  });
  lentBy.set(db, takeInTime);
  preparedOver.set(db, async (name, query) => {
    line.refuseIfLong();
    return queryPrepared(name, query);
  });
  const closeWithLine = async () => {
    line.close();
    await close();
  };
  return { db, patientDb, pool, queryPrepared, changePrepared, close: closeWithLine };
}

/** How the queries of a pool are prepared. */
const preparedOver = new WeakMap<Db, Connection['queryPrepared']>();

/**
 * Runs a query like `queryPrepared` over a pool, and like any other in a transaction. Its text must always be the same: lists of
 * values go into one parameter.
 */
export async function executePrepared<Row>(db: Db, name: string, query: CompiledQuery<Row>): Promise<Row[]> {
  const prepared = preparedOver.get(db);
  return prepared ? prepared(name, query) : (await db.executeQuery(query)).rows;
}

/**
 * A list of values for a query that is prepared, behind a subquery, where no plan knows how many they are. Otherwise a plan for
 * few of them seems cheaper than the kept one each time, and making it takes ten times as long as the reading.
 */
export function keptUnknown(values: readonly unknown[], type: 'integer[]' | 'bytea[]') {
  const list = sql.raw(type);
  return sql`(select ${values}::${list})::${list}`;
}

/** Where the connections of a pool come from. */
const lentBy = new WeakMap<Db, () => Promise<pg.PoolClient>>();

/** Lends a connection of a pool for what no query does, such as `COPY`, until it is disposed of; null in a transaction. */
export async function lendClient(db: Db): Promise<(AsyncDisposable & { client: pg.PoolClient }) | null> {
  const client = await lentBy.get(db)?.();
  return client ? { client, [Symbol.asyncDispose]: async () => client.release() } : null;
}

function queriesOver(pool: PostgresPool): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [CAMEL_CASE],
  });
}

/** Lifts the time limits of a pool for the rest of a transaction that is known to be long: an admin's work on many rows. */
export async function takeTime(tx: Tx): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)
  `.execute(tx);
}

function preparing(pool: pg.Pool, isPooled: boolean): Connection['queryPrepared'] {
  return async <Row>(name: string, { sql: text, parameters, queryId }: CompiledQuery<Row>) => {
    const { rows } = await pool.query({ ...(!isPooled && { name }), text, values: [...parameters] });
    const named = await CAMEL_CASE.transformResult({ result: { rows }, queryId });
    return named.rows as Row[];
  };
}
