import { randomUUID } from 'node:crypto';
import type { JuryDesk } from '@balloon/contracts/hall/jury-desk.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { supervises } from '#features/contests/supervision.ts';
import { type Look, readDesk, writeLooks } from '#features/jury-desk/desk.queries.ts';
import { contestOfDeskRoom, lookOfRoom, ROOMS } from '#realtime/rooms.ts';
import { tellWatched } from '#realtime/tell-watched.ts';
import type { Services } from '#services.ts';

/** Interval in ms at which a process says again what it said before. */
const SAY_AGAIN_MS = 5_000;

/** Sends each desk to who sits at it, when it has changed. */
export const deskTold = tellWatched<JuryDesk>({
  contestOf: contestOfDeskRoom,
  roomOf: ROOMS.contestDesk,
  async mayStay({ db }, contestId) {
    const contest = await findContest(db, contestId);
    return (user) => contest !== undefined && supervises(user, contest);
  },
  async read(services, contestId) {
    await sayLooks(services, contestId);
    return readDesk(services.db, contestId);
  },
  emit: ({ sockets }, room, desk) => sockets.emit(room, 'jury desk', desk),
  complaint: 'supervisors were not told who looks at what',
});

interface Said {
  processId: string;
  byContest: Map<number, { text: string; atMs: number }>;
}

/** What each web process wrote last. */
const SAID = new WeakMap<Services, Said>();

/** Writes who looks at what here, for supervisors on other web processes; seldom while nothing changes. */
async function sayLooks(services: Services, contestId: number): Promise<void> {
  const said: Said = SAID.get(services) ?? { processId: randomUUID(), byContest: new Map() };
  SAID.set(services, said);
  const looks = looksIn(services, contestId);
  const text = JSON.stringify(looks);
  const before = said.byContest.get(contestId);
  const nowMs = performance.now();
  if (before?.text === text && nowMs - before.atMs < SAY_AGAIN_MS) return;
  await writeLooks(services.db, { contestId, processId: said.processId, looks });
  said.byContest.set(contestId, { text, atMs: nowMs });
}

/** Who has which solution open on this web process, of those who still sit at the desk. */
function looksIn({ sockets }: Services, contestId: number): Look[] {
  const seated = new Set(sockets.membersOf(ROOMS.contestDesk(contestId)).map(({ id }) => id));
  return sockets.roomNames().flatMap((room) => {
    const look = lookOfRoom(room);
    if (look?.contestId !== contestId) return [];
    const { solutionId } = look;
    const present = sockets.membersOf(room).filter(({ id }) => seated.has(id));
    return present.flatMap(({ data: { user } }) => (user ? [{ solutionId, userId: user.id }] : []));
  });
}
