import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Notifies this process's sockets of trial runs: only the author's own windows in that contest. */
export function tellTrialRunEvents({ announcements, sockets }: Services): () => void {
  return announcements.on('trial-run.changed', ({ userId, ...change }) =>
    sockets.emit(ROOMS.contestUser(change.contestId, userId), 'trial run changed', change),
  );
}
