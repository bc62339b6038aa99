import { hash, verify } from '@node-rs/argon2';

/** OWASP's advice for argon2id: some 10 ms and 19 MB per try. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Stands in for the hash of somebody who does not exist; nobody knows a password for it. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2drdnf8HxaYJWFiX2D6yuA$CIXY8fWrVggiLge4NutPMZ9eo627GOFRKHNGnEZg4NM';

/** A password as stored: argon2id with its own salt and costs. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether the password belongs to the hash. Takes as long for somebody unknown (`null`), so that time does
 * not tell which names exist.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(storedHash ?? NOBODYS_HASH, password);
  return storedHash !== null && isRight;
}
