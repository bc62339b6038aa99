import { startChores } from '#chores.ts';
import { drainLanguages } from '#features/judging/drain-languages.ts';
import { quarantineExhausted, takeBackExpired } from '#features/judging/expire-leases.ts';
import { openLanguages } from '#features/judging/welcome-judge.ts';
import { removeOldOutputs } from '#features/test-files/outputs.queries.ts';
import { letOverdueTrialGo, removeOldTrialRuns } from '#features/trial-runs/trial-chores.ts';
import type { Services } from '#services.ts';

/** Pause in ms between rounds. */
const ROUND_MS = 2_000;

/**
 * Starts the periodic work of judging: takes work back from silent judges and adapts the languages to the
 * present judges. Every web process runs it; the statements skip rows that another one holds. Returns the
 * function that stops it.
 */
export function startJudgingChores(services: Services): () => void {
  const round = () => doJudgingChores(services);
  return startChores(services, ROUND_MS, round, 'the judging chores failed; the next round tries again');
}

/** Runs one round of the periodic work. */
export async function doJudgingChores(services: Services): Promise<void> {
  await takeBackExpired(services);
  await quarantineExhausted(services);
  await letOverdueTrialGo(services);
  await removeOldTrialRuns(services);
  await removeOldOutputs(services);
  await drainLanguages(services);
  await openLanguages(services);
}
