import { startChores } from '#chores.ts';
import { drainLanguages } from '#features/judging/judges/drain-languages.ts';
import { openLanguages } from '#features/judging/judges/welcome-judge.ts';
import { findSubjects } from '#features/judging/judging-chores.queries.ts';
import { quarantineExhausted, takeBackExpired } from '#features/judging/leases/expire-leases.ts';
import { shortenFarLeases, shortenFarPauses } from '#features/queue/clock-set-back.ts';
import { endResets, goOnWithResets } from '#features/solutions/rejudging/reset-many.ts';
import { removeExcessOutputs, removeOldOutputs } from '#features/test-files/outputs.queries.ts';
import { letOverdueTrialGo, removeOldTrialRuns } from '#features/trial-runs/trial-chores.ts';
import type { Services } from '#services.ts';

/** Pause in ms between rounds. */
const ROUND_MS = 2_000;
const TIDYING_MS = 60_000;

/**
 * Starts the periodic work of judging: takes work back from silent judges and adapts the languages to the
 * present judges. Every web process runs it; the statements skip rows that another one holds. Returns the
 * function that stops it.
 */
export function startJudgingChores(services: Services): () => void {
  const round = () => doJudgingChores(services);
  const stop = startChores(
    services,
    ROUND_MS,
    round,
    'the judging chores failed; the next round tries again',
  );
  const { db, options } = services;
  const stopTidying = startChores(
    services,
    TIDYING_MS,
    async () => {
      await shortenFarPauses(db);
      await removeExcessOutputs(db, options.keptOutputsMb * 1024 * 1024);
    },
    'far pauses and old outputs of judgings stay as they are; the next round tries again',
  );
  return () => {
    stop();
    stopTidying();
  };
}

/** Runs one round of the periodic work; what it finds nothing for costs no query. */
export async function doJudgingChores(services: Services): Promise<void> {
  const there = await findSubjects(services.db);
  if (there.hasLeases) {
    await shortenFarLeases(services.db, services.options.leaseMs);
    await takeBackExpired(services);
    await quarantineExhausted(services);
  }
  if (there.hasWaitingTrials) await letOverdueTrialGo(services);
  if (there.hasTrials) await removeOldTrialRuns(services);
  if (there.hasResets) {
    await goOnWithResets(services);
    await endResets(services);
  }
  if (there.hasOutputs) await removeOldOutputs(services);
  if (there.hasJudges) await drainLanguages(services);
  await openLanguages(services);
}
