import type { ContestAddress, ContestAddresses } from '@balloon/contracts/hall/addresses.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { isKnownTo } from '#features/addresses/known-sessions.ts';
import { peopleBehind } from '#features/contests/acting/people-behind.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists from where the participants of a contest sent solutions, and where their sessions are, as far as the caller may know
 * (`isKnownTo`).
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function listAddresses(
  { db }: Services,
  user: User,
  contestId: number,
): Promise<ContestAddresses> {
  const { id, name, allowedNetworks } = await getSupervisedContest(db, user, contestId);
  const addresses = await findAddresses(db, user, contestId);
  const people = await findUsers(db, [...new Set(addresses.map(({ userId }) => userId))]);
  return {
    contest: { id, name, allowedNetworks },
    people: people.map((person) => publicUser(person)),
    addresses,
  };
}

async function findAddresses(db: Db, supervisor: User, contestId: number): Promise<ContestAddress[]> {
  const isKnown = await isKnownTo(db, supervisor, contestId);
  const { rows } = await sql<ContestAddress>`
    select user_id, host(ip) as ip, sum(solutions_number)::integer as solutions_number,
      min(first_at_ms) as first_at_ms, max(last_at_ms) as last_at_ms, bool_or(is_signed_in) as is_signed_in
    from (
      select account_id as user_id, ip, count(*) as solutions_number,
        min(sent_at_ms) as first_at_ms, max(sent_at_ms) as last_at_ms, false as is_signed_in
      from solution
      where contest_id = ${contestId} and deleted_at_ms is null and ip is not null
      group by account_id, ip
      union all
      select participant_id, session.ip, 0, null, null, true
      from session join ${peopleBehind(contestId)} as behind on person_id = session.account_id
      where session.ip is not null and ${isKnown}
    ) as seen
    join account on account.id = user_id
    where access_mask = ${ACCESS_GROUPS.user.mask}
    group by user_id, ip
    order by user_id, ip
  `.execute(db);
  return rows;
}
