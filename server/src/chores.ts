import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '#services.ts';

/**
 * Starts periodic work of a web process. A round that fails is logged, and the next one tries again.
 *
 * @param everyMs pause before each round, plus up to half of it, so that web processes do not run in step
 * @param complaint line of the log about a round that failed
 * @returns the function that stops it
 */
export function startChores(
  { log }: Pick<Services, 'log'>,
  everyMs: number,
  round: () => Promise<unknown>,
  complaint: string,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        await pause(everyMs * (1 + Math.random() / 2), undefined, { signal });
        await round();
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, complaint);
      }
    }
  }
  void work();
  return () => stopping.abort();
}
