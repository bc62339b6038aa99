import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';

/** Events by which screens of people follow changes of others, for supervisors: the contract allows nobody else to send them. */
export const PEOPLE_CLIENT_EVENTS = {
  'people.listen': ({ socket, user }: Listener) =>
    joinRooms(socket, [isAdmin(user.accessMask) ? ROOMS.peopleAdmins : ROOMS.peopleModerators]),

  'people.stopListen': ({ socket }: Listener) =>
    leaveRooms(socket, [ROOMS.peopleAdmins, ROOMS.peopleModerators]),
} as const;
