import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/**
 * Notifies everybody in a contest when its problems or times change, and one person when only theirs do: who starts a
 * floating contest in one window goes on in all of them. The event carries no content: the calls
 * decide what each person may read.
 *
 * @returns the function that stops it
 */
export function tellContestChanges({ announcements, sockets }: Services): () => void {
  const stops = [
    announcements.on('contest.changed', ({ contestId }) =>
      sockets.emit(ROOMS.contest(contestId), 'contest changed', { contestId }),
    ),
    announcements.on('contest.participant', ({ contestId, accountId }) =>
      sockets.emit(ROOMS.contestUser(contestId, accountId), 'contest changed', { contestId, isOwn: true }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
