import { setTimeout as pause } from 'node:timers/promises';
import { drainLanguages } from '#features/judging/drain-languages.ts';
import { quarantineExhausted, takeBackExpired } from '#features/judging/expire-leases.ts';
import { openLanguages } from '#features/judging/welcome-judge.ts';
import { letOverdueTrialGo, removeOldTrialRuns } from '#features/trial-runs/trial-chores.ts';
import type { Services } from '#services.ts';

/** Each round waits this long, plus up to half of it, so that web processes do not march in step. */
const ROUND_MS = 2_000;

/**
 * What must happen although nobody asks: work is taken back from silent judges, languages follow the judges that
 * are there. Every web process does it; the statements skip what another one is at. Gives the function that
 * stops it.
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

/** One round. */
export async function doJudgingChores(services: Services): Promise<void> {
  await takeBackExpired(services);
  await quarantineExhausted(services);
  await letOverdueTrialGo(services);
  await removeOldTrialRuns(services);
  await drainLanguages(services);
  await openLanguages(services);
}
