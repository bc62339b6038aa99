import type { Tx } from '@balloon/database/connect.ts';
import { type ContestTimes, endTimeMs, withOwnTimes } from '@balloon/domain/contests/contest-phase.ts';

/** A hold that ended so long ago at most goes on when time is given: somebody decides about it within minutes. */
const LATELY_MS = 30 * 60_000;

/**
 * Prolongs the hold of contest mode on people who are given more time, without waiting until they open the contest again. Those
 * whose main time does not run are left alone, and so is who was let go long ago.
 *
 * @param contest times and mode as they are from now on
 */
export async function prolongHolds(
  tx: Tx,
  contestId: number,
  contest: ContestTimes & { confines: boolean },
  nowMs: number,
): Promise<void> {
  if (!contest.confines) return;
  const held = await tx
    .selectFrom('contestParticipant')
    .where('contestId', '=', contestId)
    .where('openedUntilMs', '>=', nowMs - LATELY_MS)
    .select(['accountId', 'openedUntilMs', 'startedAtMs as ownStartedAtMs'])
    .select(['startShiftMs as ownStartShiftMs', 'extraTimeMs as ownExtraTimeMs'])
    .execute();
  for (const { accountId, openedUntilMs, ...own } of held) {
    const times = withOwnTimes(contest, own);
    const untilMs = endTimeMs(times);
    if (times.startTimeMs > nowMs || untilMs < nowMs || untilMs <= (openedUntilMs ?? untilMs)) continue;
    await tx
      .updateTable('contestParticipant')
      .set({ openedUntilMs: untilMs })
      .where('contestId', '=', contestId)
      .where('accountId', '=', accountId)
      .execute();
  }
}
