import { ForbiddenError, NotFoundError } from '#errors.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { supervises } from '#features/contests/supervision.ts';
import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { participantOfRoom, ROOMS } from '#realtime/rooms.ts';

interface ContestOfEvent {
  contestId: number;
}

interface JoinedContest extends ContestOfEvent {
  tableUpdates: boolean;
}

/** Events by which a page follows a contest. */
export const CONTEST_CLIENT_EVENTS = {
  /** Follows the contest and one's own solutions in it; supervisors follow everybody's solutions. */
  'contest.join': async (listener: Listener, joined: JoinedContest) => {
    const { socket } = listener;
    const rooms = await openRooms(listener, joined).catch(async (error) => {
      // Refused now; who may enter later is to come again.
      const isForNow = error instanceof ForbiddenError || error instanceof NotFoundError;
      if (isForNow) await joinRooms(socket, [ROOMS.contestOutside(joined.contestId)]);
      throw error;
    });
    await joinRooms(socket, rooms);
    await leaveRooms(socket, [ROOMS.contestOutside(joined.contestId)]);
    // Whoever was dismissed while the rights were read was not in the rooms yet.
    const stillOpen = await openRooms(listener, joined).catch(async (error) => {
      await leaveRooms(socket, rooms);
      throw error;
    });
    await leaveRooms(
      socket,
      rooms.filter((room) => !stillOpen.includes(room)),
    );
  },

  'contest.left': async ({ socket }: Listener, { contestId }: ContestOfEvent) => {
    await leaveRooms(socket, [
      ROOMS.contest(contestId),
      ROOMS.contestOutside(contestId),
      ROOMS.contestTable(contestId),
      ROOMS.contestSupervisors(contestId),
      // Also of a team as which the person takes part no more.
      ...[...socket.rooms].filter((room) => participantOfRoom(contestId, room) !== undefined),
    ]);
  },
} as const;

/** Rooms of a contest that a person may be in now. @throws as `enterContest` */
async function openRooms(
  { services, user }: Listener,
  { contestId, tableUpdates }: JoinedContest,
): Promise<string[]> {
  const { contest } = await enterContest(services, user, contestId);
  const rooms = [ROOMS.contest(contestId), ROOMS.contestUser(contestId, user.id)];
  if (tableUpdates) rooms.push(ROOMS.contestTable(contestId));
  if (supervises(user, contest)) rooms.push(ROOMS.contestSupervisors(contestId));
  return rooms;
}
