import type { ImportClaim, ImportTask } from '@balloon/contracts/package-import.ts';
import type { z } from 'zod';
import { NotFoundError } from '#errors.ts';
import { seeJudge } from '#features/judging/judges.queries.ts';
import type { WaitingJudges } from '#features/judging/waiting-judges.ts';
import { claimNextImport, releaseImport } from '#features/packages/import-lease.queries.ts';
import type { Services } from '#services.ts';

/** What waiting judges listen to, in place of a language. */
export const PACKAGES = 'package';

const MAX_WAIT_MS = 30_000;
/** Solutions that are judged away make room for an import, and nobody announces that. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Leases the next import to a judge, waiting for one if need be, and for solutions that were just sent to be taken.
 *
 * @param signal aborts when the judge has hung up
 * @returns null when the time is over
 * @throws {NotFoundError} JUDGE_UNKNOWN: say hello first
 */
export async function claimImport(
  services: Services,
  waiting: WaitingJudges,
  { judgeId, waitMs }: z.infer<typeof ImportClaim>,
  signal: AbortSignal,
): Promise<ImportTask | null> {
  const { db, options } = services;
  const languageKeys = await seeJudge(db, judgeId);
  if (!languageKeys) throw new NotFoundError('JUDGE_UNKNOWN', 'Say hello first');
  const untilMs = performance.now() + Math.min(waitMs, MAX_WAIT_MS);
  const ticket = waiting.enter([PACKAGES]);
  signal.addEventListener('abort', () => ticket.giveUp(), { once: true });
  try {
    while (!signal.aborted && !ticket.isGivenUp) {
      const task = await claimNextImport(db, { judgeId, languageKeys, leaseMs: options.leaseMs });
      if (task && !signal.aborted) {
        waiting.wake(PACKAGES); // one announcement may have stood for several imports
        return task;
      }
      if (task) await releaseImport(db, task);
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      await ticket.woken(Math.min(leftMs, LOOK_AGAIN_MS));
    }
    return null;
  } finally {
    ticket.leave();
  }
}
