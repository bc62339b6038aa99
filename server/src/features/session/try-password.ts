import PQueue from 'p-queue';
import { overloaded } from '#database-away.ts';
import { ThrottledError } from '#errors.ts';
import { countGuess, forgiveGuess, type Guess, type Slowness } from '#features/session/guess-limits.ts';
import { VERIFYING_KNOWN, verifyPassword } from '#features/session/password.ts';
import { Lanes, NoTurnError } from '#limits/lanes.ts';
import type { Services } from '#services.ts';

/*
 * Theory of operation. A try is counted, then verified, so simultaneous tries cannot exceed the free ones.
 * Further tries wait in lanes, one of each subject at a time, so that guessing is slow but a right password
 * passes. A wrong password and a try that got no turn have the same answer, which thus does not say whether
 * anything was compared. Lanes belong to this process; the counters, which set the length of the pauses, are
 * shared by all processes.
 */
const LANES = new Lanes();

/**
 * Number of tries counted and verified at once. At the start of a contest a hall signs in together: this few
 * under way do not use up the free tries of its address.
 */
const ARRIVALS = new PQueue({ concurrency: 4 });

/** Number of tries that may wait to arrive, some ten seconds of hashing on a small machine; more are sent away. */
const MAX_ARRIVING = 400;
/** Places besides, for browsers that signed in before: a flood of guesses cannot take these. */
const MAX_ARRIVING_KNOWN = 2 * MAX_ARRIVING;

export interface PasswordTry extends Guess {
  /** Null for an unknown account. */
  storedHash: string | null;
  password: string;
}

/**
 * Whether the password is right.
 *
 * @throws {ThrottledError} THROTTLED instead of `false` once there were too many wrong ones, with a growing
 *   `retryAfterSec`
 * @throws {ServiceUnavailableError} OVERLOADED when it would wait for long; then nothing was compared or counted
 */
export async function tryPassword(services: Services, attempt: PasswordTry): Promise<boolean> {
  const [priority, maxArriving] = attempt.known === null ? [0, MAX_ARRIVING] : [1, MAX_ARRIVING_KNOWN];
  if (ARRIVALS.size >= maxArriving) throw overloaded();
  const answer = await ARRIVALS.add(() => tryAtOnce(services, attempt), { priority });
  const isRight = typeof answer === 'boolean' ? answer : await trySlowly(answer, attempt);
  if (isRight) await forgiveGuess(services, attempt);
  return isRight;
}

async function tryAtOnce(services: Services, attempt: PasswordTry): Promise<boolean | Slowness> {
  const slowness = await countGuess(services, attempt);
  return slowness.lanes.length === 0 ? verify(attempt) : slowness;
}

async function trySlowly({ lanes, retryAfterSec }: Slowness, attempt: PasswordTry): Promise<true> {
  const verifyInTurn = lanes.reduceRight(
    (work, lane) => () => LANES.take(lane, work),
    () => verify(attempt),
  );
  try {
    if (await verifyInTurn()) return true;
  } catch (error) {
    if (!(error instanceof NoTurnError)) throw error;
  }
  throw new ThrottledError('THROTTLED', `Too many wrong passwords. Try again in ${retryAfterSec} s`, {
    retryAfterSec,
  });
}

const verify = ({ storedHash, password, known }: PasswordTry) =>
  verifyPassword(storedHash, password, known === null ? undefined : VERIFYING_KNOWN);
