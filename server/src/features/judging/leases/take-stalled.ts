import type { Stall } from '@balloon/contracts/judging/leases.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { failWork, lockSubject } from '#features/judging/leases/kinds-of-work.ts';
import { type HeldLease, postponeSuspect, subjectOf } from '#features/queue/lease.queries.ts';
import type { Services } from '#services.ts';

/** Pause in ms between suspects: judging them in turn shows which one causes the next stall. */
const BETWEEN_SUSPECTS_MS = 20_000;

/**
 * Takes work back from a judge that stopped answering and was killed. A task that was alone at that moment is
 * quarantined at once, because it would stop one judge after the other. Of several tasks, each gets
 * one last attempt, except trial runs, which their authors can start again.
 */
export async function takeStalled({ db, log }: Services, lease: HeldLease, stall: Stall): Promise<void> {
  const end = await db.transaction().execute((tx) => endStalled(tx, lease, stall));
  const about = { ...subjectOf(lease), fence: lease.fence, ...stall };
  if (end === 'quarantined')
    log.error(about, 'QUARANTINED: a judge stopped answering while it worked on this');
  else if (end === 'again')
    log.warn(about, 'a judge stopped answering during several tasks; this one gets one more attempt');
}

const REASON = 'Quarantined: the judge stopped answering while it worked on this';

async function endStalled(
  tx: Tx,
  lease: HeldLease,
  { suspects, rank }: Stall,
): Promise<'quarantined' | 'again' | 'lost'> {
  await lockSubject(tx, lease);
  const isTriedAgain = suspects > 1 && !('trialRunId' in lease);
  if (isTriedAgain && (await postponeSuspect(tx, lease, rank * BETWEEN_SUSPECTS_MS))) {
    await announceProgress(tx, lease);
    return 'again';
  }
  return (await failWork(tx, lease, REASON)) ? 'quarantined' : 'lost';
}
