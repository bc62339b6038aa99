import { letGo } from '#realtime/local-sockets.ts';
import type { Services } from '#services.ts';

/**
 * Breaks connections of a person, or of all members of a team, whose participation in a contest came to another
 * device: their pages connect again, and join only what they may join from then on. After a transfer that are all of
 * the person's, so that the new device goes on.
 */
export function tellDeviceMoves({ announcements, sockets }: Services): () => void {
  return announcements.on('contest.device', ({ accountId, device, isMoved }) => {
    if (device === null) return; // released: the next one that comes takes part
    for (const socket of sockets.all()) {
      const { user } = socket.data;
      const isTheirs = user?.id === accountId || user?.teams?.some(({ id }) => id === accountId);
      if (user && isTheirs && (isMoved || user.device !== device)) letGo(socket);
    }
  });
}
