import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
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
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { db, pool, close: () => db.destroy() };
}
