import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Tells this process's sockets of trial runs: the author's own windows in that contest, nobody else. */
export function tellTrialRunEvents({ announcements, sockets }: Services): () => void {
  return announcements.on('trial-run.changed', ({ userId, ...change }) =>
    sockets.emit(ROOMS.contestUser(change.contestId, userId), 'trial run changed', change),
  );
}
