import type { Health } from '@balloon/contracts/health.ts';
import { type DatabaseFacts, readHealthFacts } from '#features/health/health.queries.ts';
import type { Services } from '#services.ts';
import ownPackage from '../../../package.json' with { type: 'json' };

/** A database that takes longer than this is as good as away. */
const PATIENCE_MS = 1_500;

/**
 * Gives the function that looks how this installation is. It answers in bounded time whatever the database
 * does, and however many ask, the database is asked once at a time: a hanging one must not eat up the
 * connections of those who wait for it.
 */
export function createHealthLook(services: Services): () => Promise<Health> {
  let asking: Promise<DatabaseFacts | null> | null = null;
  return async () => {
    asking ??= askDatabase(services).finally(() => {
      asking = null;
    });
    return describeHealth(await within(PATIENCE_MS, asking));
  };
}

/** Null when the database cannot be asked, which is what the caller wants to know. */
async function askDatabase({ db, log }: Services): Promise<DatabaseFacts | null> {
  try {
    return await readHealthFacts(db);
  } catch (error) {
    log.debug({ err: error }, 'the database does not answer');
    return null;
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function describeHealth(facts: DatabaseFacts | null): Health {
  const { version } = ownPackage;
  if (!facts) {
    return {
      status: 'degraded',
      version,
      nowMs: Date.now(),
      database: { connected: false, version: null, latencyMs: null },
      judges: [],
      queue: { waiting: 0, running: 0 },
    };
  }
  const { nowMs, databaseVersion, latencyMs, judges, queue } = facts;
  const database = { connected: true, version: databaseVersion, latencyMs };
  return { status: 'ok', version, nowMs, database, judges, queue };
}
