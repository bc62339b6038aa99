import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ThrottledError } from '#errors.ts';
import { networkOf } from '#http/client-ip.ts';

/*
 * Every try is written down before it is looked at, and struck out when it turns out to be none. So no number of
 * tries at once gets past a bound, on however many web processes.
 */

/** How many tries a subject, such as a name or an address, may have within a time. */
export interface Bound {
  subject: string;
  most: number;
  withinMs: number;
}

/** The longest that a bound looks back. */
export const LONGEST_WINDOW_MS = 60 * 60_000;

/**
 * Counts a try against all of its bounds, or against none.
 *
 * @param bounds of one kind of try always in the same order, so that two tries never wait for each other
 * @returns the ids of what was written, to strike it out
 * @throws {ThrottledError} THROTTLED with the seconds until the next try
 */
export function countTries(db: Db, bounds: readonly Bound[], text = 'Too many tries'): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    const ids: number[] = [];
    for (const bound of bounds) {
      await lockSubject(tx, bound.subject);
      ids.push(await countOne(tx, bound, text));
    }
    return ids;
  });
}

/** Throws away what no bound looks at any more. */
export async function deleteOldTries(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('boundedTry')
    .where('triedAtMs', '<=', nowMs - LONGEST_WINDOW_MS)
    .execute();
}

/** An address as a subject; whoever has none shares one. */
export function addressSubject(ip: string | null): string {
  return ip === null ? 'unknown' : networkOf(ip);
}

async function countOne(tx: Tx, { subject, most, withinMs }: Bound, text: string): Promise<number> {
  const nowMs = await databaseNowMs(tx);
  const tries = await tx
    .selectFrom('boundedTry')
    .select('triedAtMs')
    .where('subject', '=', subject)
    .where('triedAtMs', '>', nowMs - withinMs)
    .orderBy('triedAtMs', 'desc')
    .limit(most)
    .execute();
  const oldest = tries[most - 1];
  if (oldest) throw throttled(text, oldest.triedAtMs + withinMs - nowMs);
  const { id } = await tx
    .insertInto('boundedTry')
    .values({ subject, triedAtMs: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function throttled(text: string, waitMs: number) {
  const retryAfterSec = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSec / 60);
  return new ThrottledError('THROTTLED', `${text}. Try again in ${minutes} min`, { retryAfterSec });
}

const lockSubject = (tx: Tx, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
