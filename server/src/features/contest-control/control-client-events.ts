import { controlTold } from '#features/contest-control/control-events.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';

interface ContestOfEvent {
  contestId: number;
}

/** Events by which a control screen follows its contest. */
export const CONTROL_CLIENT_EVENTS = {
  'control.listen': async ({ services, socket, user }: Listener, { contestId }: ContestOfEvent) => {
    await getSupervisedContest(services.db, user, contestId);
    await joinRooms(socket, [ROOMS.contestControl(contestId)]);
    controlTold.again(services, contestId);
  },

  'control.stopListen': ({ socket }: Listener, { contestId }: ContestOfEvent) =>
    leaveRooms(socket, [ROOMS.contestControl(contestId)]),
} as const;
