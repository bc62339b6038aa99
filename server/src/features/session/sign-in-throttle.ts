import { createHash } from 'node:crypto';
import type { Db } from '@balloon/database/connect.ts';
import { addressSubject, countTries } from '#features/session/bounded-tries.ts';

const WINDOW_MS = 15 * 60_000;

/** Failures within the window that each kind of subject may have. */
const BOUNDS = {
  /** One address, any names. A whole university may stand behind it. */
  ip: 200,
  /** One name from anywhere: many addresses guess together. High, or strangers could lock a person out. */
  login: 50,
  /** One name from one address. */
  pair: 5,
} as const;
type Kind = keyof typeof BOUNDS;

export interface SignInTry {
  login: string;
  ip: string | null;
}

/**
 * Counts a try of a password against its name and address.
 *
 * @returns the ids of what was written, for `forgiveTry`
 * @throws {ThrottledError} THROTTLED with the seconds until the next try
 */
export function countTry(db: Db, attempt: SignInTry): Promise<number[]> {
  const bounds = Object.entries(subjectsOf(attempt)).map(([kind, subject]) => ({
    subject,
    most: BOUNDS[kind as Kind],
    withinMs: WINDOW_MS,
  }));
  return countTries(db, bounds, 'Too many failed sign-ins');
}

/** The password was right: the try was none, and earlier typing mistakes of this name here are forgotten. */
export async function forgiveTry(db: Db, attempt: SignInTry, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('boundedTry')
    .where((eb) => eb.or([eb('id', 'in', ids), eb('subject', '=', subjectsOf(attempt).pair)]))
    .execute();
}

/** Names are hashed: people type passwords into the wrong field. */
export const nameSubject = (login: string) =>
  createHash('sha256').update(login.trim().toLowerCase()).digest('hex');

function subjectsOf({ login, ip }: SignInTry): Record<Kind, string> {
  const [name, network] = [nameSubject(login), addressSubject(ip)];
  return { ip: `ip ${network}`, login: `login ${name}`, pair: `pair ${name} ${network}` };
}
