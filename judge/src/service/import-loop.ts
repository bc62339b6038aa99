import { setTimeout } from 'node:timers/promises';
import type { JudgingSlot } from '#judging-slot.ts';
import { errorText } from '#log.ts';
import { createBackOff } from '#service/back-off.ts';
import { RefusedError } from '#service/judge-api.ts';
import { type ImportDuties, workOnImport } from '#service/work-on-import.ts';

/** As in claim-loop.ts. */
const CLAIM_WAIT_MS = 25_000;
const SOON_MS = 1_000;

const NOT_FOUND = 404;

export interface ImportLoopDuties extends Omit<ImportDuties, 'openSlot'> {
  openExtraSlot(): Promise<JudgingSlot>;
}

/**
 * Claims and builds problem packages, one after another, until the judge closes. They have a slot of their own, which
 * is opened when the first one comes.
 *
 * @throws {RefusedError} when the server does not want this judge
 */
export async function runImportLoop(duties: ImportLoopDuties): Promise<void> {
  const { closing, log, openExtraSlot } = duties;
  const backOff = createBackOff(1_000, 10_000);
  const openSlot = onceItWorks(openExtraSlot);
  while (!closing.aborted) {
    const askedAtMs = performance.now();
    try {
      const { task, welcome } = await claim(duties);
      if (task) {
        await workOnImport(task, welcome, { ...duties, openSlot });
      } else if (performance.now() - askedAtMs < SOON_MS) {
        await setTimeout(SOON_MS, undefined, { signal: closing });
      }
      backOff.reset();
    } catch (error) {
      if (closing.aborted) return;
      if (error instanceof RefusedError) {
        if (error.status !== NOT_FOUND) throw error;
        return log.info('The server is older than this judge and imports no packages');
      }
      log.error(`Imports: ${errorText(error)}`);
      await backOff.pause(closing).catch(() => undefined);
    }
  }
}

/** Gives the same result ever after; a failure is tried anew. */
function onceItWorks<T>(make: () => Promise<T>): () => Promise<T> {
  let made: T | undefined;
  return async () => {
    made ??= await make();
    return made;
  };
}

function claim({ session, closing }: ImportLoopDuties) {
  return session.ask(
    async (welcome) => ({
      welcome,
      task: await session.api.imports.claim({ judgeId: welcome.judgeId, waitMs: CLAIM_WAIT_MS }, closing),
    }),
    closing,
  );
}
