import { getSupervisedContest } from '#features/contests/supervision.ts';
import { deskTold } from '#features/jury-desk/desk-events.ts';
import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';

interface DeskPlace {
  contestId: number;
  solutionId: number | null;
}

/** Events by which a supervisor sits down at the desk of a contest, with a solution open or without. */
export const DESK_CLIENT_EVENTS = {
  'desk.listen': async ({ services, socket, user }: Listener, place: DeskPlace) => {
    await getSupervisedContest(services.db, user, place.contestId);
    await joinRooms(socket, roomsOf(place));
    deskTold.again(services, place.contestId);
  },

  'desk.stopListen': ({ socket }: Listener, place: DeskPlace) => leaveRooms(socket, roomsOf(place)),
} as const;

const roomsOf = ({ contestId, solutionId }: DeskPlace): string[] => [
  ROOMS.contestDesk(contestId),
  ...(solutionId === null ? [] : [ROOMS.deskLook(contestId, solutionId)]),
];
