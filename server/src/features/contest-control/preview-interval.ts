import type { IntervalPreview, PreviewInterval } from '@balloon/contracts/contests/contest-control.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { endTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import type { RemovedInterval } from '@balloon/domain/contests/removed-intervals.ts';
import { sql } from 'kysely';
import type { ContestSettings } from '#features/contest-admin/contest-settings.ts';
import { previewRows } from '#features/contest-admin/preview-change.ts';
import { lockSettings } from '#features/contest-admin/save-contest.ts';
import { previewedChange } from '#features/contest-control/remove-interval.ts';
import type { Services, User } from '#services.ts';

/**
 * Says what cutting an interval out, or putting one back, would do, without storing it.
 *
 * @throws as the change itself does
 */
export async function previewInterval(
  { db }: Services,
  user: User,
  contestId: number,
  wanted: PreviewInterval,
): Promise<IntervalPreview> {
  const { before, after } = await db.transaction().execute(async (tx) => {
    const { settings } = await lockSettings(tx, user, contestId);
    return { before: settings, after: previewedChange(wanted).apply(settings, await databaseNowMs(tx)) };
  });
  return {
    ...(await countSentIn(db, contestId, changedInterval(before, after))),
    rows: await previewRows(db, contestId, before, after),
    endBeforeMs: endTimeMs(before),
    endAfterMs: endTimeMs(after),
  };
}

/** The interval that only one of the two has. */
function changedInterval(before: ContestSettings, after: ContestSettings): RemovedInterval | undefined {
  const [more, less] =
    after.removedIntervals.length > before.removedIntervals.length ? [after, before] : [before, after];
  return more.removedIntervals.find(({ id }) => !less.removedIntervals.some((other) => other.id === id));
}

async function countSentIn(db: Db, contestId: number, interval: RemovedInterval | undefined) {
  const { fromMs = 0, toMs = 0 } = interval ?? {};
  return db
    .selectFrom('solution')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .where('solution.contestId', '=', contestId)
    .where('solution.deletedAtMs', 'is', null)
    .where('account.accessMask', 'not in', SUPERVISOR_MASKS)
    .where('solution.sentAtMs', '>=', fromMs)
    .where('solution.sentAtMs', '<', toMs)
    .select([
      sql<number>`count(*)::integer`.as('solutions'),
      sql<number>`count(distinct solution.account_id)::integer`.as('participants'),
    ])
    .executeTakeFirstOrThrow();
}
