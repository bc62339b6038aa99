import type { ReleaseRequest } from '@balloon/contracts/judging/leases.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { failWork, tryAgainLater } from '#features/judging/leases/kinds-of-work.ts';
import { takeStalled } from '#features/judging/leases/take-stalled.ts';
import { type HeldLease, releaseLease, subjectOf } from '#features/queue/lease.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Takes work back from a judge that closes, failed, or was killed. Does nothing when the lease is lost. */
export async function takeBack(services: Services, release: ReleaseRequest): Promise<void> {
  const { stall, trouble } = release;
  if (stall) return takeStalled(services, release, stall);
  if (trouble) return takeFailed(services, release, trouble);
  return releaseWork(services, release);
}

/** Returns work to the queue for any judge, without counting the attempt. */
export async function releaseWork({ db }: Services, lease: HeldLease): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const released = await releaseLease(tx, lease);
    if (!released) return;
    await announceProgress(tx, lease);
    await announce(tx, 'judging.waiting', { languageKey: released.languageKey });
  });
}

async function takeFailed({ db, log }: Services, lease: HeldLease, trouble: string): Promise<void> {
  log.error({ ...subjectOf(lease), trouble }, 'a judge failed at this work');
  await db.transaction().execute(async (tx) => {
    if (!(await tryAgainLater(tx, lease))) await failWork(tx, lease, trouble);
  });
}
