import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';

/**
 * When a contest began for who sent a row of a table: time since the start goes by their own clock, as in the scoreboard. The
 * query has joined `contest` and `account`.
 */
export const ownStartColumn = (table: 'solution' | 'printJob') => sql<number>`coalesce((
  select case
    when contest.window_time_ms is null then contest.start_time_ms + participant.start_shift_ms
    when account.access_mask = ${ACCESS_GROUPS.user.mask} then participant.started_at_ms
  end
  from contest_participant participant
  where participant.contest_id = ${sql.ref(`${table}.contestId`)}
    and participant.account_id = ${sql.ref(`${table}.accountId`)}
), contest.start_time_ms)::bigint`;
