import { setTimeout as pause } from 'node:timers/promises';
import { drainLanguages } from '#features/judging/drain-languages.ts';
import { quarantineExhausted, takeBackExpired } from '#features/judging/expire-leases.ts';
import { openLanguages } from '#features/judging/welcome-judge.ts';
import { letOverdueTrialGo, removeOldTrialRuns } from '#features/trial-runs/trial-chores.ts';
import type { Services } from '#services.ts';

/** Pause between rounds, plus up to half of it, so that web processes do not run in step. */
const ROUND_MS = 2_000;

/**
 * Starts the periodic work of judging: takes work back from silent judges and adapts the languages to the
 * present judges. Every web process runs it; the statements skip rows that another one holds. Returns the
 * function that stops it.
 */
export function startJudgingChores(services: Services): () => void {
  const stopping = new AbortController();
  void keepHouse(services, stopping.signal);
  return () => stopping.abort();
}

async function keepHouse(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pause(ROUND_MS * (1 + Math.random() / 2), undefined, { signal });
      await doJudgingChores(services);
    } catch (error) {
      if (!signal.aborted)
        services.log.warn({ err: error }, 'the judging chores failed; the next round tries again');
    }
  }
}

/** Runs one round of the periodic work. */
export async function doJudgingChores(services: Services): Promise<void> {
  await takeBackExpired(services);
  await quarantineExhausted(services);
  await letOverdueTrialGo(services);
  await removeOldTrialRuns(services);
  await drainLanguages(services);
  await openLanguages(services);
}
