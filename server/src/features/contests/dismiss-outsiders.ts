import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { canJoin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { contestStatus, type OwnTimes, withOwnTimes } from '@balloon/domain/contests/contest-phase.ts';
import { sql } from 'kysely';
import { ServiceError } from '#errors.ts';
import { actingUser, isMember } from '#features/contests/acting/acting.ts';
import { ownWindow, viewerOf } from '#features/contests/contest-access.ts';
import { findContest, hasBegun } from '#features/contests/contests.queries.ts';
import { isNetworkAllowed } from '#features/contests/devices/networks.ts';
import { isDeviceAllowed } from '#features/contests/devices/one-device.ts';
import { supervises } from '#features/contests/supervision.ts';
import { joinRooms } from '#realtime/client-events.ts';
import { type ClientSocket, letGo } from '#realtime/local-sockets.ts';
import { participantOfRoom, ROOMS } from '#realtime/rooms.ts';
import type { Services, User } from '#services.ts';

/**
 * Removes people from a contest's rooms who may not enter any more: removed participants, members of removed
 * groups, everybody when it closed, and supervisors who no longer supervise it. The rule is that of entering.
 *
 * Whoever may enter again, as after a contest was removed for a moment, has the connection broken: the page
 * connects again by itself and follows what it shows. Until then it would look live and hear nothing.
 */
export async function dismissOutsiders(
  services: Pick<Services, 'db' | 'sockets'>,
  contestId: number,
): Promise<void> {
  const { db } = services;
  const contest = await findContest(db, contestId);
  const atMs = await databaseNowMs(db);
  const outside = new Set(services.sockets.membersOf(ROOMS.contestOutside(contestId)));
  const sockets = [...new Set([...services.sockets.membersOf(ROOMS.contest(contestId)), ...outside])];
  const participants = await findParticipants(db, contestId, sockets.flatMap(accountsOf));
  const choices = await findChosen(
    db,
    contestId,
    sockets.flatMap(({ data: { user } }) => user?.id ?? []),
  );
  for (const socket of sockets) {
    const person = socket.data.user;
    if (!person) continue;
    const user = actingIn(contest?.membersAct === true, person, participants, choices);
    if (!user || isSomebodyElse(socket, contestId, user)) {
      letGo(socket); // comes back as who they are now
      continue;
    }
    const participant = participants.get(user.id);
    const isJoined = participant !== undefined;
    const { isAdmitted = false, ownExtraTimeMs = 0, ownStartShiftMs = 0 } = participant ?? {};
    const { isFromAnywhere = false, ownStartedAtMs } = participant ?? {};
    const times = { ownExtraTimeMs, ownStartShiftMs, ...ownWindow(user, ownStartedAtMs) };
    const own = contest && withOwnTimes(contest, times);
    const mayEnter = own && canJoin({ viewer: viewerOf(user), contest: own, isJoined, isAdmitted, atMs }).can;
    const status = own && contestStatus(own, atMs);
    const isHere = own && status && isNetworkAllowed(user, { contest: own, status, isFromAnywhere });
    const holds =
      own && status && isDeviceAllowed(user, { contest: own, status }, participant?.device ?? null);
    const mayStay = mayEnter && isHere && holds && (isJoined || isSupervisor(user.accessMask));
    if (mayStay && outside.has(socket)) {
      letGo(socket);
      continue;
    }
    if (!mayStay) {
      const follows = socket.rooms.has(ROOMS.contest(contestId)); // and has not left it meanwhile
      if (follows) await joinRooms(socket, [ROOMS.contestOutside(contestId)]);
      await socket.leave(ROOMS.contest(contestId));
      await socket.leave(ROOMS.contestUser(contestId, user.id));
    }
    if (!mayStay || !supervises(user, contest)) await socket.leave(ROOMS.contestSupervisors(contestId));
  }
}

/** Accounts as which the person of a socket may take part. */
const accountsOf = ({ data: { user } }: ClientSocket): number[] =>
  user ? [user.id, ...(user.teams ?? []).map(({ id }) => id)] : [];

/** The account as which a person takes part now; null before a choice between several teams. */
function actingIn(
  membersAct: boolean,
  person: User,
  participants: ReadonlyMap<number, unknown>,
  choices: ReadonlyMap<number, number | null>,
): User | null {
  if (!isMember(person)) return person;
  const teamIds = (person.teams ?? []).map(({ id }) => id).filter((id) => membersAct && participants.has(id));
  const isJoined = participants.has(person.id);
  try {
    return actingUser(person, { teamIds, isJoined, chosen: choices.get(person.id) });
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** What these people have chosen to take part as, or have begun as. */
async function findChosen(
  db: Db,
  contestId: number,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const rows = await db
    .selectFrom('contest')
    .innerJoin('account as person', (join) => join.on('person.id', 'in', [...new Set([0, ...accountIds])]))
    .leftJoin('contestPart as choice', (join) =>
      join.onRef('choice.contestId', '=', 'contest.id').onRef('choice.accountId', '=', 'person.id'),
    )
    .select(['person.id as accountId', 'choice.teamId'])
    .where('contest.id', '=', contestId)
    .where((eb) => eb.or([eb('choice.accountId', 'is not', null), hasBegun(sql`person.id`)]))
    .execute();
  return new Map(rows.map(({ accountId, teamId }) => [accountId, teamId]));
}

/** Whether a socket follows what concerns another participant than its person is. */
const isSomebodyElse = ({ rooms }: ClientSocket, contestId: number, { id }: User): boolean =>
  [...rooms].some((room) => (participantOfRoom(contestId, room) ?? id) !== id);

type Listening = OwnTimes & { isAdmitted: boolean; isFromAnywhere: boolean; device: string | null };

/** Participants among these people, each with whether a supervisor let them in, their own times and device. */
async function findParticipants(
  db: Db,
  contestId: number,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, Listening>> {
  const rows = await db
    .selectFrom('contestParticipant as participant')
    .leftJoin('contestDevice as held', (join) =>
      join
        .onRef('held.contestId', '=', 'participant.contestId')
        .onRef('held.accountId', '=', 'participant.accountId'),
    )
    .select(['participant.accountId', 'isAdmitted', 'fromAnywhere as isFromAnywhere'])
    .select(['extraTimeMs as ownExtraTimeMs', 'startShiftMs as ownStartShiftMs'])
    .select('participant.startedAtMs as ownStartedAtMs')
    .select(sql<string | null>`encode(held.device_hash, 'hex')`.as('device'))
    .where('participant.contestId', '=', contestId)
    .where('participant.accountId', 'in', [...new Set([0, ...accountIds])]) // 0 is nobody: the list must not be empty
    .execute();
  return new Map(rows.map(({ accountId, ...participant }) => [accountId, participant]));
}
