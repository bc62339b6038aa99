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

/** The contest, whether a person takes part, and what time it is: every call about a contest begins with this. */
export function findContestFor(db: Db, contestId: number, accountId: number) {
  return db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .select([
      sql<boolean>`exists (
        select from contest_participant where contest_id = contest.id and account_id = ${accountId}
      )`.as('isJoined'),
      // One clock for every web process.
      sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('nowMs'),
    ])
    .where('contest.id', '=', contestId)
    .executeTakeFirst();
}
