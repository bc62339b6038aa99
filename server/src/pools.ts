import { type Connection, connect, type TimeLimits } from '@balloon/database/connect.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerOptions } from '#services.ts';

/** The database connections of a web process, by use: no use takes the last connection of another. */
export interface Pools {
  readers: Connection;
  writers: Connection;
  judges: Connection;
  close(): Promise<void>;
}

/** Most work of readers takes milliseconds; long work of admins says so (`takeTime`). */
const READERS_LIMITS: TimeLimits = { statementMs: 60_000, lockMs: 20_000, idleInTransactionMs: 60_000 };
/** Refuses early: whoever sends a solution tries again soon, and the next one gets the connection. */
const WRITERS_LIMITS: TimeLimits = { statementMs: 15_000, lockMs: 10_000, idleInTransactionMs: 15_000 };
/** Judges deliver again until a result is stored. */
const JUDGES_LIMITS: TimeLimits = { statementMs: 30_000, lockMs: 20_000, idleInTransactionMs: 30_000 };

export function openPools(
  options: Pick<
    ServerOptions,
    'databaseUrl' | 'databasePoolerUrl' | 'databaseReaders' | 'databaseWriters' | 'databaseJudges'
  >,
  log: FastifyBaseLogger,
): Pools {
  const open = (maxConnections: number, timeLimits: TimeLimits, refusesEarly: boolean) =>
    connect(options.databasePoolerUrl ?? options.databaseUrl, {
      ...{ maxConnections, timeLimits, refusesEarly },
      isPooled: options.databasePoolerUrl !== null,
      onError: (error) => log.warn({ err: error }, 'an idle database connection died'),
    });
  const readers = open(options.databaseReaders, READERS_LIMITS, true);
  const writers = open(options.databaseWriters, WRITERS_LIMITS, true);
  const judges = open(options.databaseJudges, JUDGES_LIMITS, false);
  return {
    ...{ readers, writers, judges },
    async close() {
      await Promise.all([readers.close(), writers.close(), judges.close()]);
    },
  };
}
