import { controlStates } from '#features/contest-control/control-states.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { supervises } from '#features/contests/supervision.ts';
import { contestOfControlRoom, ROOMS } from '#realtime/rooms.ts';
import { tellWatched } from '#realtime/tell-watched.ts';

/** Sends the state of each contest whose control screen somebody has open, when it has changed. */
export const controlTold = tellWatched({
  contestOf: contestOfControlRoom,
  roomOf: ROOMS.contestControl,
  async mayStay({ db }, contestId) {
    const contest = await findContest(db, contestId);
    return (user) => contest !== undefined && supervises(user, contest);
  },
  read: (services, contestId) => controlStates(services).read(contestId),
  emit: ({ sockets }, room, state) => sockets.emit(room, 'contest control', state),
  complaint: 'control screens were not told',
});
