import type { CompiledQuery } from 'kysely';
import pg from 'pg';

/** Rows of a query that is a transaction of its own, which PostgreSQL is still committing. */
export interface UncommittedRows<Row> {
  /** Under the names that the query gives them. */
  rows: Row[];
  /** Resolves once the query is committed; rejects when it was not, or when nobody knows. */
  committed: Promise<void>;
}

/**
 * Runs a query that changes something and returns its rows as soon as they are there. PostgreSQL commits and writes to the
 * disk meanwhile, so that the answer to a caller can be made in that time. Nothing of it may leave before `committed`.
 *
 * @param number how many rows the query has
 */
export async function readBeforeCommit<Row>(
  pool: pg.Pool,
  { sql: text, parameters }: CompiledQuery<Row>,
  { number, name }: { number: number; name?: string },
): Promise<UncommittedRows<Row>> {
  const client = await pool.connect();
  const query = new FlushedQuery({ ...(name !== undefined && { name }), text, values: [...parameters] });
  const read = Promise.withResolvers<Row[]>();
  const committed = Promise.withResolvers<void>();
  const rows: Row[] = [];
  query.on('row', (row) => {
    if (rows.push(row) === number) read.resolve(rows);
  });
  query.on('end', () => {
    client.release();
    read.resolve(rows);
    committed.resolve();
  });
  query.on('error', (error) => {
    client.release(error);
    read.reject(error);
    committed.reject(error);
  });
  committed.promise.catch(() => {}); // a failure before the rows concerns only who reads them
  client.query(query);
  return { rows: await read.promise, committed: committed.promise };
}

/** A query whose rows PostgreSQL sends at once. It would keep them until the commit, which the driver asks for with `sync`. */
class FlushedQuery extends pg.Query {
  constructor(config: pg.QueryConfig) {
    super(config);
    const submit = this.submit;
    this.submit = (connection) => submit.call(this, flushing(connection));
  }
}

/** The same connection, which flushes before it synchronizes. */
const flushing = (connection: pg.Connection): pg.Connection =>
  Object.create(connection, {
    sync: {
      value() {
        connection.flush();
        connection.sync();
      },
    },
  });
