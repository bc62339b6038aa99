import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { hasBegun } from '#features/contests/contests.queries.ts';

/**
 * Subquery: accounts of people behind each participant of a contest, as `participant_id` and `person_id`: the participant's own
 * account, and for a team, where members act as one, those of its members who have neither chosen another part nor begun as
 * themselves.
 */
export const peopleBehind = (contestId: number) => sql<{ participantId: number; personId: number }>`(
  select account_id as participant_id, account_id as person_id
  from contest_participant where contest_id = ${contestId}
  union all
  select team_member.team_id, team_member.account_id
  from contest
  join contest_participant on contest_participant.contest_id = contest.id
  join team_member on team_member.team_id = contest_participant.account_id and team_member.account_id is not null
  join account on account.id = team_member.account_id and account.access_mask = ${ACCESS_GROUPS.user.mask}
  left join contest_part on contest_part.contest_id = contest.id and contest_part.account_id = team_member.account_id
  where contest.id = ${contestId} and contest.members_act
    and (
      contest_part.team_id = team_member.team_id
      or contest_part.account_id is null and not ${hasBegun(sql`team_member.account_id`)}
    )
)`;
