import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/**
 * Tells everybody in a contest when its problems or times are others. The event says nothing of what changed: what
 * one may read of it, the calls decide.
 *
 * @returns the function that stops it
 */
export function tellContestChanges({ announcements, sockets }: Services): () => void {
  return announcements.on('contest.changed', ({ contestId }) =>
    sockets.emit(ROOMS.contest(contestId), 'contest changed', { contestId }),
  );
}
