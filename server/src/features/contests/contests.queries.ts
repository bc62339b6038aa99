import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** The contest's own columns with the groups it is for: enough for every rule. */
export const CONTEST_COLUMNS = [
  'contest.id',
  'contest.name',
  'contest.startTimeMs',
  'contest.durationTimeMs',
  'contest.relativeFreezeTimeMs',
  'contest.practiceDurationTimeMs',
  'contest.isRated',
  'contest.isEnabled',
  'contest.isSuspended',
  sql<number[]>`array(
    select group_id from contest_group where contest_group.contest_id = contest.id order by position
  )`.as('allowedGroupIds'),
] as const;

export function findContest(db: Db, contestId: number) {
  return db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .where('contest.id', '=', contestId)
    .executeTakeFirst();
}
export type StoredContest = NonNullable<Awaited<ReturnType<typeof findContest>>>;

export async function isParticipant(db: Db, contestId: number, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('contestParticipant')
    .select('accountId')
    .where('contestId', '=', contestId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
