import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/**
 * Notifies everybody in a contest when its problems or times change. The event carries no content: the calls
 * decide what each person may read.
 *
 * @returns the function that stops it
 */
export function tellContestChanges({ announcements, sockets }: Services): () => void {
  return announcements.on('contest.changed', ({ contestId }) =>
    sockets.emit(ROOMS.contest(contestId), 'contest changed', { contestId }),
  );
}
