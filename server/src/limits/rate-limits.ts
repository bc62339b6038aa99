import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ThrottledError } from '#errors.ts';
import { networkOf } from '#http/callers/client-ip.ts';
import type { Services } from '#services.ts';

/*
 * Counters in PostgreSQL, so that limits hold on every web process alike, by the clock of the database. Every try is counted
 * before it is looked at: no number of tries at once gets past a limit.
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
export async function countTries({ db }: Pick<Services, 'db'>, bounds: readonly Bound[]): Promise<void> {
  for (const bound of bounds) {
    const { points, leftMs } = await change(db, bound, 1);
    if (points > bound.most) throw throttled(leftMs);
  }
}

/**
 * Counts one try against a bound and refuses nothing.
 *
 * @returns the number of tries in this window, with this one
 */
export async function addTry({ db }: Pick<Services, 'db'>, bound: Bound): Promise<number> {
  return (await change(db, bound, 1)).points;
}

/** Takes back one try that was counted. */
export async function takeTryBack({ db }: Pick<Services, 'db'>, bound: Bound): Promise<void> {
  await change(db, bound, -1);
}

/** Forgets all tries of a subject. */
export async function forgetTries({ db }: Pick<Services, 'db'>, { subject }: Bound): Promise<void> {
  await db.deleteFrom('rateLimit').where('key', '=', subject).execute();
}

/** No bound has a longer window. */
const LONGEST_WINDOW_MS = 3_600_000;

/** Deletes counters whose window is over, or so far ahead that the clock was wrong when they were made (`change`). */
export async function deleteOldTries(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('rateLimit')
    .where((eb) => eb.or([eb('expire', '<=', nowMs), eb('expire', '>', nowMs + 2 * LONGEST_WINDOW_MS)]))
    .execute();
}

/** An address as a subject; callers without an address share one. */
export function addressSubject(ip: string | null): string {
  return ip === null ? 'unknown' : networkOf(ip);
}

/**
 * Changes a counter. It begins a new window where there is none, or one that is over, or one that ends later than two windows
 * from now: the clock was ahead when that began. Up to there it may be due to somebody who waited for this very counter and
 * read the clock before.
 */
async function change(db: Db, { subject, withinMs }: Bound, by: number) {
  const goesOn = sql`abs(counter.expire - excluded.expire) < ${withinMs}::bigint`;
  const { rows } = await sql<{ points: number; leftMs: number }>`
    insert into rate_limit as counter (key, points, expire)
    values (${subject}, ${by}::integer, ${NOW_MS} + ${withinMs}::bigint)
    on conflict (key) do update set
      points = case when ${goesOn} then counter.points + excluded.points else excluded.points end,
      expire = case when ${goesOn} then counter.expire else excluded.expire end
    returning points, expire - ${NOW_MS} as left_ms
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`${subject} was not counted`);
  return row;
}

function throttled(waitMs: number) {
  const retryAfterSec = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSec / 60);
  return new ThrottledError('THROTTLED', `Too many tries. Try again in ${minutes} min`, { retryAfterSec });
}
