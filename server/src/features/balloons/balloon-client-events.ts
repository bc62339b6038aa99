import { getBalloonContest } from '#features/balloons/balloon-contest.ts';
import { balloonsTold } from '#features/balloons/balloon-events.ts';
import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';

interface ContestOfEvent {
  contestId: number;
}

/** Events by which the screens of runners follow a contest. */
export const BALLOON_CLIENT_EVENTS = {
  'balloons.listen': async ({ services, socket, user }: Listener, { contestId }: ContestOfEvent) => {
    await getBalloonContest(services.db, user, contestId);
    await joinRooms(socket, [ROOMS.contestBalloons(contestId)]);
    balloonsTold.again(services, contestId);
  },

  'balloons.stopListen': ({ socket }: Listener, { contestId }: ContestOfEvent) =>
    leaveRooms(socket, [ROOMS.contestBalloons(contestId)]),
} as const;
