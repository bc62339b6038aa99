import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@balloon/database/connect.ts';

const SAMPLE_EVERY_MS = 100;

/** What the database had to do during a load; a sample is taken each 100 ms. */
export interface DatabaseUse {
  commits: number;
  samples: number;
  /** Sessions that waited for a lock, in all samples together. */
  lockWaits: number;
  mostLockWaits: number;
}

/** Begins to watch the database; returns the function that ends it. */
export async function watchDatabase({ pool }: Connection): Promise<() => Promise<DatabaseUse>> {
  const before = await commitsSoFar(pool);
  const use = { samples: 0, lockWaits: 0, mostLockWaits: 0 };
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
      await sleep(SAMPLE_EVERY_MS);
    }
  })();
  return async () => {
    stopping.abort();
    await sampling;
    const own = use.samples;
    return { ...use, commits: (await commitsSoFar(pool)) - before - own };
  };
}

async function commitsSoFar(pool: Connection['pool']): Promise<number> {
  const { rows } = await pool.query<{ commits: number }>(
    'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.commits ?? 0;
}
