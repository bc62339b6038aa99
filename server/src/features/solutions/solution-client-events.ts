import { isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { User } from '#services.ts';

/** Events by which a page follows solutions of all contests: one's own, or all that a supervisor may see. */
export const SOLUTION_CLIENT_EVENTS = {
  'solutions.listen': ({ socket, user }: Listener) => joinRooms(socket, solutionRooms(user)),

  'solutions.stopListen': ({ socket, user }: Listener) => leaveRooms(socket, solutionRooms(user)),
} as const;

function solutionRooms(user: User): string[] {
  const rooms = [ROOMS.solutionsOf(user.id)];
  if (isAdmin(user.accessMask)) rooms.push(ROOMS.solutionsAdmins);
  else if (isSupervisor(user.accessMask)) rooms.push(ROOMS.solutionsModerators);
  return rooms;
}
