import { CamelCasePlugin, type Compilable, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './tables.ts';

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
  db: Db;
  /** For what Kysely does not offer: LISTEN, COPY, advisory locks, the socket adapter. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a pool. The next query replaces a lost connection; `onError` receives errors of idle connections.
 *
 * @param maxConnections per process; several web processes share the server's limit
 */
export function connect(
  url: string,
  {
    maxConnections = 10,
    onError = () => {},
  }: { maxConnections?: number; onError?: (error: Error) => void } = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'balloon',
  });
  // Without a listener an idle connection's death would end the process.
  pool.on('error', onError);
  // The same for one in use, between two queries of a transaction: the next query reports the loss.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [CAMEL_CASE],
  });
  return { db, pool, close: () => db.destroy() };
}

/**
 * Runs a query under a name, so that each connection of the pool plans it once: for queries of many tables that run
 * often, whose planning takes longer than their execution. Their text must always be the same.
 */
export async function queryPrepared<Row>(
  pool: pg.Pool,
  name: string,
  query: Compilable<Row>,
): Promise<Row[]> {
  const { sql: text, parameters, queryId } = query.compile();
  const { rows } = await pool.query({ name, text, values: [...parameters] });
  const named = await CAMEL_CASE.transformResult({ result: { rows }, queryId });
  return named.rows as Row[];
}
