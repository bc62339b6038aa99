import type { StartTyping } from '@balloon/contracts/chat.ts';
import type { ClientEvent } from '@balloon/contracts/events.ts';
import { isAdmin, isSupervisor } from '@balloon/domain/contest-access.ts';
import { startTyping } from '#features/chat/start-typing.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { supervises } from '#features/solutions/supervision.ts';
import type { ClientSocket } from '#realtime/local-sockets.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services, User } from '#services.ts';

/** What a client's event does; the payload has passed its contract and the person may send it. */
export interface Listener {
  services: Services;
  socket: ClientSocket;
  user: User;
}

type Handler<Payload> = (listener: Listener, payload: Payload) => Promise<void> | void;

/**
 * One handler per event of the contract. Ids of people in payloads are ignored: rooms follow the session.
 */
export const CLIENT_EVENT_HANDLERS = {
  /** The contest's changes, and one's own solutions in it; who supervises it hears of everybody's. */
  'contest.join': async ({ services, socket, user }, { contestId }: { contestId: number }) => {
    const { contest } = await enterContest(services.db, user, contestId);
    const rooms = [ROOMS.contest(contestId), ROOMS.contestUser(contestId, user.id)];
    if (supervises(user, contest)) rooms.push(ROOMS.contestSupervisors(contestId));
    await join(socket, rooms);
  },

  'contest.left': async ({ socket, user }, { contestId }: { contestId: number }) => {
    await leave(socket, [
      ROOMS.contest(contestId),
      ROOMS.contestUser(contestId, user.id),
      ROOMS.contestSupervisors(contestId),
    ]);
  },

  /** One's own solutions in all contests; supervisors hear of all they may see. */
  'solutions.listen': ({ socket, user }) => join(socket, solutionRooms(user)),

  'solutions.stopListen': ({ socket, user }) => leave(socket, solutionRooms(user)),

  /** One's own dialog; supervisors hear of all dialogs, as the one support that they are together. */
  'chat.listen': ({ socket, user }) => join(socket, [chatRoom(user)]),

  'chat.stopListen': ({ socket, user }) => leave(socket, [chatRoom(user)]),

  'chat.startTyping': ({ services, user }, typing: StartTyping) => startTyping(services, user, typing),
} as const satisfies Record<ClientEvent, Handler<never>>;

function solutionRooms(user: User): string[] {
  const rooms = [ROOMS.solutionsOf(user.id)];
  if (isAdmin(user.accessMask)) rooms.push(ROOMS.solutionsAdmins);
  else if (isSupervisor(user.accessMask)) rooms.push(ROOMS.solutionsModerators);
  return rooms;
}

const chatRoom = (user: User) => (isSupervisor(user.accessMask) ? ROOMS.chatSupport : ROOMS.chatOf(user.id));

async function join(socket: ClientSocket, rooms: string[]) {
  // The connection may have gone meanwhile; a room would keep it for ever.
  if (socket.connected) await socket.join(rooms);
}

async function leave(socket: ClientSocket, rooms: string[]) {
  for (const room of rooms) await socket.leave(room);
}
