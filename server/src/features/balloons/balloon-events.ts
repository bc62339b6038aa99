import { whoCarries } from '#features/balloons/balloon-contest.ts';
import { balloonQueues } from '#features/balloons/balloon-queues.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { contestOfBalloonRoom, ROOMS } from '#realtime/rooms.ts';
import { tellWatched } from '#realtime/tell-watched.ts';

/**
 * Tells runners that the balloons of their contest changed. What they may not see changes nothing, so the freeze makes
 * no message.
 */
export const balloonsTold = tellWatched({
  contestOf: contestOfBalloonRoom,
  roomOf: ROOMS.contestBalloons,
  mayStay: async ({ db }, contestId) => whoCarries(db, await findContest(db, contestId)),
  read: async (services, contestId) => {
    const { digest } = await balloonQueues(services).read(contestId);
    return { contestId, digest };
  },
  emit: ({ sockets }, room, { contestId }) => sockets.emit(room, 'balloons changed', { contestId }),
  complaint: 'screens of runners were not told',
});
