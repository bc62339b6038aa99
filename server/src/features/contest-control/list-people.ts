import type {
  ControlledPeople,
  ControlledPeopleQuery,
  ControlledPerson,
  PersonAdjustment,
} from '@balloon/contracts/contests/contest-control.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { presentIn, presentMembersIn } from '#features/contest-control/presence.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import { hasWords } from '#features/users/search-people.ts';
import type { Services, User } from '#services.ts';

/** Number of people that a search shows: more are found by more words. */
const SHOWN = 30;

/**
 * Lists people for the control screen: those whose names have the words, participants first, or the participants without
 * words. Only people who take part as participants and can sign in are found.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function listPeople(
  { db }: Services,
  user: User,
  { contestId, q, among, extraTime }: z.infer<typeof ControlledPeopleQuery> & { contestId: number },
): Promise<ControlledPeople> {
  await getSupervisedContest(db, user, contestId);
  const isJoined = sql<boolean>`exists (
    select from contest_participant where contest_id = ${contestId} and account_id = account.id
  )`;
  const ownExtraMs = sql<number>`coalesce((
    select extra_time_ms from contest_participant where contest_id = ${contestId} and account_id = account.id
  ), 0)::bigint`;
  let found = db
    .selectFrom('account')
    .where('accessMask', '=', ACCESS_GROUPS.user.mask)
    .where('isBanned', '=', false)
    .where('deletedAtMs', 'is', null)
    .where(q.trim() === '' ? isJoined : hasWords(q));
  // Before the limit: whoever else has the same name, on the whole site, takes no place of theirs.
  if (among !== 'everybody') found = found.where(isJoined, '=', among === 'participants');
  if (extraTime === 'given') found = found.where(sql<boolean>`${ownExtraMs} > 0`);
  const { number } = await found
    .select(sql<number>`count(*)::integer`.as('number'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(PUBLIC_USER_COLUMNS)
    .select([
      isJoined.as('isJoined'),
      sql<boolean>`signed_in_at_ms is not null`.as('hasSignedIn'),
      sql<boolean>`account.id in ${presentIn(contestId)}`.as('isOnline'),
      sql<boolean>`(
        not exists (select from contest_group where contest_id = ${contestId})
        or exists (
          select from contest_group join user_group_member using (group_id)
          where contest_id = ${contestId} and account_id = account.id
        )
      )`.as('isInGroups'),
      sql<number>`(
        select count(*)::integer from solution
        where contest_id = ${contestId} and account_id = account.id and deleted_at_ms is null
      )`.as('solutionsNumber'),
      ownExtraMs.as('extraTimeMs'),
      sql<PersonAdjustment | null>`(
        select jsonb_build_object(
          'isOfficial', is_official, 'isDisqualified', is_disqualified, 'penaltyMin', penalty_adjustment_min,
          'startShiftMin', start_shift_ms / 60000, 'isFromAnywhere', from_anywhere, 'reason', adjustment_reason
        )
        from contest_participant where contest_id = ${contestId} and account_id = account.id
      )`.as('adjustment'),
    ])
    .orderBy('isJoined', 'desc')
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  const present = await findPresentMembers(
    db,
    contestId,
    rows.map(({ id }) => id),
  );
  return {
    people: rows.map((row) => ({ ...asPerson(row), presentMembers: present.get(row.id) ?? [] })),
    peopleNumber: number,
  };
}

/** Members of these teams who are there, with the addresses at which they are. */
async function findPresentMembers(
  db: Db,
  contestId: number,
  teamIds: readonly number[],
): Promise<Map<number, ControlledPerson['presentMembers']>> {
  const { rows } = await sql<{ teamId: number; addresses: string[] } & Parameters<typeof publicUser>[0]>`
    select "teamId" as team_id, account.id, username, first_name, last_name, access_mask,
      coalesce(array_agg(ip order by ip) filter (where ip is not null), '{}') as addresses
    from ${presentMembersIn(contestId)} as present join account on account.id = "personId"
    where "teamId" = any(${[...teamIds]}::integer[])
    group by "teamId", account.id
    order by last_name, first_name, account.id
  `.execute(db);
  const members = rows.map(({ teamId, addresses, ...account }) => ({
    teamId,
    member: { user: publicUser(account), addresses },
  }));
  return new Map(
    [...Map.groupBy(members, ({ teamId }) => teamId)].map(([teamId, ofTeam]) => [
      teamId,
      ofTeam.map(({ member }) => member),
    ]),
  );
}

type PersonRow = Omit<ControlledPerson, 'user' | 'presentMembers'> & Parameters<typeof publicUser>[0];

function asPerson({ isJoined, isOnline, hasSignedIn, isInGroups, solutionsNumber, ...row }: PersonRow) {
  const { extraTimeMs, adjustment, ...account } = row;
  return {
    user: publicUser(account),
    ...{ isJoined, isOnline, hasSignedIn, isInGroups, solutionsNumber, extraTimeMs, adjustment },
  };
}
