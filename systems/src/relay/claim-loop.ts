import { createRunsInHand } from '#relay/carried.ts';
import { carrySolution } from '#relay/carry-solution.ts';
import { createDesks } from '#relay/desks.ts';
import type { Duties } from '#relay/duties.ts';
import { errorText } from '#relay/log.ts';
import { RefusedError } from '#relay/relay-api.ts';
import { createBackOff, orAbort, pause } from '#relay/waiting.ts';

/** Longest time in ms until a claim is answered without work; below the idle time-outs of common proxies. */
const CLAIM_WAIT_MS = 25_000;
/**
 * Shortest time in ms of a long poll. After an empty answer that comes sooner (from a server that stops), the relay
 * pauses before the next claim.
 */
const SOON_MS = 1_000;

/**
 * Claims solutions and carries them, many at once, until the relay closes.
 *
 * @param carried solutions in hand, each until it is done
 * @param atOnce number of solutions in hand above which nothing is claimed
 * @throws {RefusedError} when the server refuses a claim
 */
export async function runClaimLoop(
  duties: Duties,
  carried: Set<Promise<void>>,
  atOnce: number,
): Promise<void> {
  const { closing, log } = duties;
  const desks = createDesks(duties);
  const runs = createRunsInHand();
  const backOff = createBackOff(1_000, 10_000);

  async function claimOne(): Promise<void> {
    if (carried.size >= atOnce) await orAbort(Promise.race(carried), closing);
    const askedAtMs = performance.now();
    const { task, welcome } = await duties.contact.ask(async (api, welcome) => {
      const { relayId } = welcome;
      return { welcome, task: await api.claim({ relayId, waitMs: CLAIM_WAIT_MS }, closing) };
    }, closing);
    if (!task) {
      if (performance.now() - askedAtMs < SOON_MS) await pause(SOON_MS / 4, closing);
      return;
    }
    const work = carrySolution(task, welcome, desks, runs, duties);
    carried.add(work);
    void work.finally(() => carried.delete(work));
  }

  while (!closing.aborted) {
    try {
      await claimOne();
      backOff.reset();
    } catch (error) {
      if (closing.aborted) return;
      if (error instanceof RefusedError) throw error;
      log.error(`Claims: ${errorText(error)}`);
      await backOff.pause(closing).catch(() => undefined);
    }
  }
}
