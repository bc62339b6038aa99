import { letGo } from '#realtime/local-sockets.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/**
 * Breaks connections of people who take part in a contest as somebody else from now on: their pages connect again, and
 * follow what concerns that participant.
 */
export function tellPartChanges({ announcements, sockets }: Services): () => void {
  return announcements.on('contest.part', ({ contestId, accountIds }) => {
    const changed = new Set(accountIds);
    for (const socket of sockets.membersOf(ROOMS.contest(contestId))) {
      if (changed.has(socket.data.user?.id ?? 0)) letGo(socket);
    }
  });
}
