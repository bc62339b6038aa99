import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { contestStatus, withOwnTimes } from '@balloon/domain/contests/contest-phase.ts';
import { sql } from 'kysely';
import {
  CONTEST_COLUMNS,
  deviceOf,
  isFromAnywhere,
  ownExtraTime,
  ownStart,
  ownStartShift,
} from '#features/contests/contests.queries.ts';
import { isNetworkAllowed } from '#features/contests/devices/networks.ts';
import { isDeviceAllowed } from '#features/contests/devices/one-device.ts';
import type { User } from '#services.ts';

/**
 * Contests of a participant that are closed where they ask from, while the main time runs: another device takes part as them,
 * or their address is in none of the contest's networks. Lists over all contests leave them out.
 */
export async function findContestsClosedHere(db: Db, user: User): Promise<number[]> {
  if (isSupervisor(user.accessMask)) return [];
  const contests = await findRuledContests(db, user.id);
  return contests.filter((contest) => !isOpenHere(contest, user)).map(({ id }) => id);
}

type RuledContest = Awaited<ReturnType<typeof findRuledContests>>[number];

function isOpenHere(contest: RuledContest, user: User): boolean {
  const status = contestStatus(withOwnTimes(contest, contest), contest.nowMs);
  const { isFromAnywhere: anywhere, device } = contest;
  return (
    isNetworkAllowed(user, { contest, status, isFromAnywhere: anywhere }) &&
    isDeviceAllowed(user, { contest, status }, device)
  );
}

/** Contests of a person that say from where they are taken. */
const findRuledContests = (db: Db, accountId: number) =>
  db
    .selectFrom('contest')
    .where('contest.id', 'in', (eb) =>
      eb.selectFrom('contestParticipant').select('contestId').where('accountId', '=', accountId),
    )
    .where(sql<boolean>`(contest.binds_devices or cardinality(contest.allowed_networks) > 0)`)
    .select([
      ...CONTEST_COLUMNS,
      ownExtraTime(accountId).as('ownExtraTimeMs'),
      ownStartShift(accountId).as('ownStartShiftMs'),
      ownStart(accountId).as('ownStartedAtMs'),
      isFromAnywhere(accountId).as('isFromAnywhere'),
      deviceOf(accountId).as('device'),
      NOW_MS.as('nowMs'),
    ])
    .execute();
