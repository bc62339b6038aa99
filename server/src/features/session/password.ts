import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

/** OWASP's advice for argon2id: some 10 ms and 19 MB per try. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Stands in for the hash of an unknown account; no password matches it. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2drdnf8HxaYJWFiX2D6yuA$CIXY8fWrVggiLge4NutPMZ9eo627GOFRKHNGnEZg4NM';

/** Threads that Node keeps for hashing, compression, files and names of hosts, unless told otherwise. */
const POOL_THREADS = 4;

/**
 * All hashing of this process waits here: however many passwords are tried, other requests keep a core, and
 * compression and files a thread of the pool.
 */
const HASHING = new PQueue({
  concurrency: Math.min(POOL_THREADS - 1, Math.max(1, availableParallelism() - 1)),
});
/** Priority of signing in over hashing a list of new accounts. */
const VERIFYING = 1;
/** Priority of people whose browser is known over guesses. */
export const VERIFYING_KNOWN = 2;

/** A password as stored: argon2id with its own salt and costs. */
export function hashPassword(password: string): Promise<string> {
  return HASHING.add(() => hash(password, COST));
}

/**
 * Whether the password belongs to the hash. Takes as long for an unknown account (`null`), so that time does
 * not reveal which names exist.
 */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
  priority = VERIFYING,
): Promise<boolean> {
  const isRight = await HASHING.add(() => verify(storedHash ?? NOBODYS_HASH, password), { priority });
  return storedHash !== null && isRight;
}
