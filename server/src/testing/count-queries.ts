import type { Services } from '#services.ts';

/** Times that a call is repeated: chores of the process query now and then, too, and never in all of them. */
const TRIES = 5;

/** How many queries of readers a call makes once everything is known, which is the fewest of some tries. */
export async function countQueries({ pool }: Pick<Services, 'pool'>, call: () => Promise<unknown>) {
  let acquired = 0;
  const count = () => {
    acquired += 1;
  };
  pool.on('acquire', count);
  const counts: number[] = [];
  try {
    for (let number = 0; number < TRIES; number += 1) {
      acquired = 0;
      await call();
      counts.push(acquired);
    }
  } finally {
    pool.off('acquire', count);
  }
  return Math.min(...counts);
}
