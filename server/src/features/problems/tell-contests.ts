import type { Tx } from '@balloon/database/connect.ts';
import { announce } from '#realtime/announcements.ts';

/** Notifies, at commit, the contests that use a problem of its change. */
export async function tellContestsOf(tx: Tx, problemId: number): Promise<void> {
  const used = await tx
    .selectFrom('contestProblem')
    .select('contestId')
    .where('problemId', '=', problemId)
    .execute();
  for (const { contestId } of used) await announce(tx, 'contest.changed', { contestId });
}
