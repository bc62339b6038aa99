import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '#services.ts';
import { trustMemory } from '#testing/trust-memory.ts';

/** Times that a call is repeated: chores of the process query now and then, too, and never in all of them. */
const TRIES = 5;
/**
 * Time in ms without a query before each try, at whose end none is under way. A round of chores is longer than several
 * quick calls, which it would all spoil; between two rounds there is time for many.
 */
const QUIET_MS = 10;

/** How many queries of readers a call makes once everything is known, which is the fewest of some tries. */
export async function countQueries(
  { pool, announcements }: Pick<Services, 'pool' | 'announcements'>,
  call: () => Promise<unknown>,
) {
  using _trust = trustMemory({ announcements });
  let acquired = 0;
  const count = () => {
    acquired += 1;
  };
  const quiet = async () => {
    do {
      acquired = 0;
      await pause(QUIET_MS);
    } while (acquired > 0 || pool.idleCount < pool.totalCount);
  };
  pool.on('acquire', count);
  const counts: number[] = [];
  try {
    for (let number = 0; number < TRIES; number += 1) {
      await quiet();
      await call();
      counts.push(acquired);
    }
  } finally {
    pool.off('acquire', count);
  }
  return Math.min(...counts);
}
