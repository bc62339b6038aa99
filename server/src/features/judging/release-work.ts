import { announceProgress, type HeldLease, releaseLease } from '#features/judging/lease.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Gives work back untouched, for another judge to take at once; of a lost lease there is nothing to give. */
export async function releaseWork({ db }: Services, lease: HeldLease): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const released = await releaseLease(tx, lease);
    if (!released) return;
    await announceProgress(tx, lease);
    await announce(tx, 'judging.waiting', { languageKey: released.languageKey });
  });
}
