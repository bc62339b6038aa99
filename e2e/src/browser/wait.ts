import { setTimeout as sleep } from 'node:timers/promises';
import { Health } from '@balloon/contracts/site/health.ts';

const LOOK_AGAIN_MS = 50;
/** Asking takes some 10 ms of a core on both sides, of which the process that is waited for has a use. */
const ASK_AGAIN_MS = 250;
const LONG_ENOUGH_MS = 120_000;

/**
 * Waits until `GET /api/health` fulfils a condition.
 *
 * @throws {Error} with the last answer after the timeout
 */
export async function waitForHealth(url: string, isWanted: (health: Health) => boolean): Promise<Health> {
  const look = async () => {
    const health = await readHealth(url);
    return health && isWanted(health) ? health : undefined;
  };
  return waitFor(`the health of ${url}`, look, LONG_ENOUGH_MS, ASK_AGAIN_MS);
}

/** Reads the health, or returns null while the server does not answer. */
async function readHealth(url: string): Promise<Health | null> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) });
    return Health.parse(await response.json());
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null; // fetch's refusals
    throw error;
  }
}

/**
 * Repeats a check until it returns a value.
 *
 * @param what name for the error message
 * @param withinMs timeout, after which it throws
 * @param everyMs pause between two looks
 */
export async function waitFor<Value>(
  what: string,
  look: () => Promise<Value | undefined> | Value | undefined,
  withinMs = LONG_ENOUGH_MS,
  everyMs = LOOK_AGAIN_MS,
): Promise<Value> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > untilMs) throw new Error(`Waited ${withinMs} ms in vain for ${what}`);
    await sleep(everyMs);
  }
}
