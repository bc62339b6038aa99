import type { ContestDevices, DeviceSession, HeldDevice } from '@balloon/contracts/hall/devices.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { isKnownTo } from '#features/addresses/known-sessions.ts';
import { peopleBehind } from '#features/contests/acting/people-behind.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists where the participants of a contest are signed in, as far as the caller may know (`isKnownTo`), and which of these
 * devices take part.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function listDevices({ db }: Services, user: User, contestId: number): Promise<ContestDevices> {
  const { id, name, bindsDevices } = await getSupervisedContest(db, user, contestId);
  const people = await db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select(PUBLIC_USER_COLUMNS)
    .where('contestId', '=', contestId)
    .where('accessMask', '=', ACCESS_GROUPS.user.mask)
    .orderBy('account.id')
    .execute();
  return {
    contest: { id, name, bindsDevices },
    people: people.map((person) => publicUser(person)),
    held: await findHeld(db, contestId),
    sessions: await findSessions(db, user, contestId),
  };
}

function findHeld(db: Db, contestId: number): Promise<HeldDevice[]> {
  return db
    .selectFrom('contestDevice')
    .innerJoin('account', 'account.id', 'contestDevice.accountId')
    .leftJoin('account as mover', 'mover.id', 'contestDevice.movedById')
    .select(['contestDevice.accountId as userId', 'userAgent', 'heldSinceMs', 'mover.username as movedBy'])
    .select(sql<string | null>`host(ip)`.as('ip'))
    .where('contestId', '=', contestId)
    .where('account.accessMask', '=', ACCESS_GROUPS.user.mask)
    .orderBy('userId')
    .execute();
}

async function findSessions(db: Db, supervisor: User, contestId: number): Promise<DeviceSession[]> {
  const isKnown = await isKnownTo(db, supervisor, contestId);
  return db
    .selectFrom(peopleBehind(contestId).as('behind'))
    .innerJoin('session', 'session.accountId', 'behind.personId')
    .innerJoin('account', 'account.id', 'behind.participantId')
    .innerJoin('account as person', 'person.id', 'behind.personId')
    .leftJoin('contestDevice as held', (join) =>
      join
        .on('held.contestId', '=', contestId)
        .onRef('held.accountId', '=', 'behind.participantId')
        .onRef('held.deviceHash', '=', 'session.deviceHash'),
    )
    .select(['session.id', 'behind.participantId as userId', 'session.userAgent', 'session.seenAtMs'])
    .select(['session.createdAtMs as signedInAtMs', sql<string | null>`host(session.ip)`.as('ip')])
    .select(sql<boolean>`held.account_id is not null`.as('holds'))
    .select(
      sql<string | null>`case
        when person.id <> account.id
        then coalesce(nullif(trim(concat_ws(' ', person.first_name, person.last_name)), ''), person.username)
      end`.as('member'),
    )
    .where('account.accessMask', '=', ACCESS_GROUPS.user.mask)
    .where('session.expiresAtMs', '>', await databaseNowMs(db))
    .where(isKnown)
    .orderBy('behind.participantId')
    .orderBy('session.seenAtMs', 'desc')
    .execute();
}
