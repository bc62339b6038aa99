import { createHash } from 'node:crypto';
import type { Lane } from '#limits/lanes.ts';
import { addressSubject, addTry, type Bound, forgetTries, takeTryBack } from '#limits/rate-limits.ts';
import type { Services } from '#services.ts';

const WINDOW_MS = 15 * 60_000;
const LONGEST_RETRY_AFTER_SEC = 15 * 60;

/** Limit for one kind of subject: `most` failures are free within the window, later ones wait in a lane. */
interface GuessLimit {
  most: number;
  /** Pause after the first try that is slowed; doubles with each further failure. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** Number of tries that may wait for a turn. */
  waiting: number;
}

const LIMITS = {
  /** A known browser, or an open session: guesses of others do not count here. */
  known: { most: 5, firstPauseMs: 250, longestPauseMs: 4_000, waiting: 20 },
  /** Pair of name and address. */
  pair: { most: 5, firstPauseMs: 250, longestPauseMs: 4_000, waiting: 20 },
  /** A name from any address: many addresses guess together. */
  login: { most: 50, firstPauseMs: 100, longestPauseMs: 1_000, waiting: 50 },
  /** An address with any names. A hall, or a whole university, may stand behind it, so it stays wide. */
  network: { most: 200, firstPauseMs: 50, longestPauseMs: 100, waiting: 500 },
  /** Browsers that are known for one account, in place of their address: all of a computer class may use them. */
  browser: { most: 200, firstPauseMs: 50, longestPauseMs: 100, waiting: 500 },
} as const satisfies Record<string, GuessLimit>;
type Kind = keyof typeof LIMITS;

export interface Guess {
  /**
   * Name as it was typed, in the database's lower case, so that all its spellings share their tries. Never what is stored of the
   * account: a refusal that counts failures of its username would tell whose an e-mail is. So one password is guessed by two
   * names, at twice the pace.
   */
  login: string;
  ip: string | null;
  /** Browser or session that proved itself before, or null. */
  known: string | null;
  /**
   * First account for which the browser is known, or null for an unknown one. The failures of a known browser for names that it
   * is not known for are counted there and not for its address: keys of browsers are made by signing in once more, accounts are not.
   */
  browserOf: number | null;
}

/** Lanes that a try must pass, from the widest wait to the narrowest, and when the next try makes sense. */
export interface Slowness {
  lanes: Lane[];
  retryAfterSec: number;
}

/** Counts a try of a password before it is checked, and returns how much it is slowed. */
export async function countGuess(services: Services, guess: Guess): Promise<Slowness> {
  const slowness: Slowness = { lanes: [], retryAfterSec: 1 };
  for (const { kind, bound } of boundsOf(guess)) {
    const excess = (await addTry(services, bound)) - bound.most;
    if (excess <= 0) continue;
    slowness.lanes.push(laneOf(kind, bound.subject, excess));
    slowness.retryAfterSec = Math.max(slowness.retryAfterSec, retryAfterSec(excess));
  }
  return slowness;
}

/** Removes a counted try after a right password, and earlier typing mistakes of this name here. */
export async function forgiveGuess(services: Services, guess: Guess): Promise<void> {
  for (const { kind, bound } of boundsOf(guess)) {
    if (kind === 'pair' || kind === 'known') await forgetTries(services, bound);
    else await takeTryBack(services, bound);
  }
}

/** Hash of a name, because people type passwords into the wrong field. */
export const nameSubject = (login: string) =>
  createHash('sha256').update(login.trim().toLowerCase()).digest('hex');

function boundsOf({ login, ip, known, browserOf }: Guess): { kind: Kind; bound: Bound }[] {
  if (known !== null) return [boundOf('known', known)];
  const [name, network] = [nameSubject(login), addressSubject(ip)];
  const origin = browserOf === null ? boundOf('network', network) : boundOf('browser', String(browserOf));
  return [boundOf('pair', `${name} ${network}`), boundOf('login', name), origin];
}

const boundOf = (kind: Kind, subject: string) => ({
  kind,
  bound: { subject: `guess ${kind} ${subject}`, most: LIMITS[kind].most, withinMs: WINDOW_MS },
});

function laneOf(kind: Kind, key: string, excess: number): Lane {
  const { firstPauseMs, longestPauseMs, waiting } = LIMITS[kind];
  return { key, waiting, pauseMs: Math.min(firstPauseMs * 2 ** (excess - 1), longestPauseMs) };
}

const retryAfterSec = (excess: number) => Math.min(2 ** excess, LONGEST_RETRY_AFTER_SEC);
