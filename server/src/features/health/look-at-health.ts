import type { HealthDetails } from '@balloon/contracts/site/health.ts';
import { type DatabaseFacts, readHealthFacts } from '#features/health/health.queries.ts';
import type { Services } from '#services.ts';
import ownPackage from '../../../package.json' with { type: 'json' };

/** Time after which a slow database counts as unavailable. */
const PATIENCE_MS = 1_500;

/**
 * Creates the function that reports the state of this installation. It answers in bounded time whatever the
 * database does. Simultaneous callers share one query, so that a hanging database does not use up the
 * connections of other requests.
 */
export function createHealthLook(services: Services): () => Promise<HealthDetails> {
  let asking: Promise<DatabaseFacts | null> | null = null;
  return async () => {
    asking ??= askDatabase(services).finally(() => {
      asking = null;
    });
    return describeHealth(await within(PATIENCE_MS, asking));
  };
}

/** Returns null when the database does not answer, which is the caller's finding. */
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

function describeHealth(facts: DatabaseFacts | null): HealthDetails {
  const { version } = ownPackage;
  if (!facts) {
    return {
      status: 'degraded',
      version,
      nowMs: Date.now(),
      database: { connected: false, version: null, latencyMs: null },
      isJudging: false,
      judges: [],
      queue: { waiting: 0, running: 0 },
    };
  }
  const { nowMs, databaseVersion, latencyMs, judges, queue } = facts;
  const database = { connected: true, version: databaseVersion, latencyMs };
  const isJudging = judges.some(({ isAlive }) => isAlive);
  return { status: 'ok', version, nowMs, database, isJudging, judges, queue };
}
