import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** The contest's own columns with the groups it is for; enough for every rule. */
export function findContest(db: Db, contestId: number) {
  return db
    .selectFrom('contest')
    .where('id', '=', contestId)
    .select([
      'id',
      'name',
      'startTimeMs',
      'durationTimeMs',
      'relativeFreezeTimeMs',
      'practiceDurationTimeMs',
      'isRated',
      'isEnabled',
      'isSuspended',
      sql<
        number[]
      >`array(select group_id from contest_group where contest_id = contest.id order by position)`.as(
        'allowedGroupIds',
      ),
    ])
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
