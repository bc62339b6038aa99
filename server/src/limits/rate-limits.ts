import type { Db } from '@balloon/database/connect.ts';
import type { QueryConfig } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ThrottledError } from '#errors.ts';
import { networkOf } from '#http/callers/client-ip.ts';
import type { Services } from '#services.ts';

/*
 * Counters in PostgreSQL, so that limits hold on every web process alike. Every try is counted before it is
 * looked at: no number of tries at once gets past a limit.
 */

/** How many tries a subject, such as a name or an address, may have within a time. */
export interface Bound {
  subject: string;
  most: number;
  withinMs: number;
}

/**
 * Counts one try against each of the bounds, in their order.
 *
 * @throws {ThrottledError} THROTTLED with the seconds until the next try
 */
export async function countTries({ pool }: Pick<Services, 'pool'>, bounds: readonly Bound[]): Promise<void> {
  for (const bound of bounds) {
    try {
      await limiterOf(pool, bound).consume(bound.subject);
    } catch (rejection) {
      throw rejection instanceof RateLimiterRes ? throttled(rejection.msBeforeNext) : rejection;
    }
  }
}

/**
 * Counts one try against a bound and refuses nothing.
 *
 * @returns the number of tries in this window, with this one
 */
export async function addTry({ pool }: Pick<Services, 'pool'>, bound: Bound): Promise<number> {
  return (await limiterOf(pool, bound).penalty(bound.subject)).consumedPoints;
}

/** Takes back one try that was counted. */
export async function takeTryBack({ pool }: Pick<Services, 'pool'>, bound: Bound): Promise<void> {
  await limiterOf(pool, bound).reward(bound.subject);
}

/** Forgets all tries of a subject. */
export async function forgetTries({ pool }: Pick<Services, 'pool'>, bound: Bound): Promise<void> {
  await limiterOf(pool, bound).delete(bound.subject);
}

/** Deletes counters whose window is over. */
export async function deleteOldTries(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('rateLimit').where('expire', '<=', nowMs).execute();
}

/** An address as a subject; callers without an address share one. */
export function addressSubject(ip: string | null): string {
  return ip === null ? 'unknown' : networkOf(ip);
}

/** Cheap to make: the state is in the table, which our migrations made. */
function limiterOf(pool: Services['pool'], { most, withinMs }: Bound) {
  return new RateLimiterPostgres({
    storeClient: withoutNames(pool),
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: most,
    duration: withinMs / 1000,
  });
}

/** Leaves out the names that the library gives its statements: behind a pooler, the connection may be another each time. */
function withoutNames(pool: Services['pool']) {
  return { query: ({ text, values }: QueryConfig) => pool.query(text, values) };
}

function throttled(waitMs: number) {
  const retryAfterSec = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSec / 60);
  return new ThrottledError('THROTTLED', `Too many tries. Try again in ${minutes} min`, { retryAfterSec });
}
