import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, connect } from '@balloon/database/connect.ts';
import type { Database } from '@balloon/e2e/sites/processes.ts';
import { insertBare } from '#contest/bare-insert.ts';

const SAMPLE_EVERY_MS = 100;

/** What the database had to do during a load; a sample is taken each 100 ms. */
export interface DatabaseUse extends Work {
  samples: number;
  /** Sessions that waited for a lock, in all samples together. */
  lockWaits: number;
  mostLockWaits: number;
  /** Times of a bare insert with a commit beside each sample, in ms: what the disk allowed meanwhile. */
  bareMs: number[];
}

interface Work {
  commits: number;
  /** Statements of clients, with those that begin and end transactions: a round trip each. */
  statements: number;
}

/** Restarts a database so that it counts statements, which `watchDatabase` needs. */
export async function countStatements(database: Database): Promise<void> {
  const { pool, close } = connect(database.url);
  await pool.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await close();
  await database.stop();
  await database.start();
  const restarted = connect(database.url);
  await restarted.pool.query('create extension if not exists pg_stat_statements');
  await restarted.close();
}

/**
 * Begins to watch the database, which has the table of bare inserts; returns the function that ends it.
 *
 * @param source what is inserted
 */
export async function watchDatabase(
  database: Connection,
  source: string,
): Promise<() => Promise<DatabaseUse>> {
  const { pool } = database;
  const before = await workSoFar(pool);
  const use = { samples: 0, lockWaits: 0, mostLockWaits: 0, bareMs: [] as number[] };
  const stopping = new AbortController();
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      const waiting = rows[0]?.waiting ?? 0;
      use.samples += 1;
      use.lockWaits += waiting;
      use.mostLockWaits = Math.max(use.mostLockWaits, waiting);
      use.bareMs.push(...(await insertBare(database, source, 1)));
      await sleep(SAMPLE_EVERY_MS);
    }
  })();
  return async () => {
    stopping.abort();
    await sampling;
    const after = await workSoFar(pool);
    const own = use.samples + use.bareMs.length;
    return {
      ...use,
      commits: after.commits - before.commits - own,
      statements: after.statements - before.statements - own,
    };
  };
}

/** Counts what a database has done that was restarted by `countStatements`. */
export async function workSoFar(pool: Connection['pool']): Promise<Work> {
  const { rows } = await pool.query<Work>(
    `select xact_commit::float8 as commits,
       (select sum(calls)::float8 from pg_stat_statements where dbid = datid) as statements
     from pg_stat_database where datname = current_database()`,
  );
  return rows[0] ?? { commits: 0, statements: 0 };
}
