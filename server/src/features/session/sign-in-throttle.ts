import { createHash } from 'node:crypto';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ThrottledError } from '#errors.ts';
import { networkOf } from '#http/client-ip.ts';

/*
 * Every try is written down as a failure before the password is looked at, and struck out when it was right.
 * So no number of tries at once gets past a bound, on however many web processes.
 */

const WINDOW_MS = 15 * 60_000;

/** Failures within the window that each kind of subject may have. */
const BOUNDS = {
  /** One name from one address. */
  pair: 5,
  /** One name from anywhere: many addresses guess together. High, or strangers could lock a person out. */
  login: 50,
  /** One address, any names. A whole university may stand behind it. */
  ip: 200,
} as const;
type Kind = keyof typeof BOUNDS;

export interface SignInTry {
  login: string;
  ip: string | null;
}

/**
 * Counts a try against its name and address.
 *
 * @returns the ids of what was written, for `forgiveTry`
 * @throws {ThrottledError} THROTTLED with the seconds until the next try
 */
export function countTry(db: Db, attempt: SignInTry): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    const ids: number[] = [];
    // Always in this order, so that two tries never wait for each other.
    for (const [kind, subject] of Object.entries(subjectsOf(attempt)) as [Kind, string][]) {
      await lockSubject(tx, subject);
      ids.push(await countOne(tx, subject, BOUNDS[kind]));
    }
    return ids;
  });
}

/** The password was right: the try was none, and earlier typing mistakes of this name here are forgotten. */
export async function forgiveTry(db: Db, attempt: SignInTry, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('signInFailure')
    .where((eb) => eb.or([eb('id', 'in', ids), eb('subject', '=', subjectsOf(attempt).pair)]))
    .execute();
}

/** Throws away what no bound looks at any more. */
export async function deleteOldFailures(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('signInFailure')
    .where('failedAtMs', '<=', nowMs - WINDOW_MS)
    .execute();
}

async function countOne(tx: Tx, subject: string, bound: number): Promise<number> {
  const nowMs = await databaseNowMs(tx);
  const failures = await tx
    .selectFrom('signInFailure')
    .select('failedAtMs')
    .where('subject', '=', subject)
    .where('failedAtMs', '>', nowMs - WINDOW_MS)
    .orderBy('failedAtMs', 'desc')
    .limit(bound)
    .execute();
  const oldest = failures[bound - 1];
  if (oldest) throw throttled(oldest.failedAtMs + WINDOW_MS - nowMs);
  const { id } = await tx
    .insertInto('signInFailure')
    .values({ subject, failedAtMs: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function throttled(waitMs: number) {
  const retryAfterSec = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSec / 60);
  return new ThrottledError('THROTTLED', `Too many failed sign-ins. Try again in ${minutes} min`, {
    retryAfterSec,
  });
}

const lockSubject = (tx: Tx, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);

/** Names are hashed: people type passwords into the wrong field. */
function subjectsOf({ login, ip }: SignInTry): Record<Kind, string> {
  const name = createHash('sha256').update(login.trim().toLowerCase()).digest('hex');
  const network = ip === null ? 'unknown' : networkOf(ip);
  return { ip: `ip ${network}`, login: `login ${name}`, pair: `pair ${name} ${network}` };
}
