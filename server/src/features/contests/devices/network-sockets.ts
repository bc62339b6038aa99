import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { isInNetworks } from '#features/contests/devices/networks.ts';
import { dismissOutsiders } from '#features/contests/dismiss-outsiders.ts';
import { contestOfRoom, ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Interval of looks in ms: networks count from the start of a contest, which no announcement tells. */
const LOOK_EVERY_MS = 5_000;

/** Time in ms by which the clock of this process may be ahead of the database's; networks count until the end. */
const CLOCKS_APART_MS = 3_600_000;

/**
 * Takes sockets out of rooms that they joined before the start, from an address from which the contest is not taken; returns
 * the function that stops it.
 */
export function partStrangers(services: Services): () => void {
  const timer = setInterval(() => {
    partAllStrangers(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'sockets were not checked for the networks of their contests'),
    );
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Looks at the rooms of all contests once. Only members from elsewhere cost a query: in a hall there are none. */
export async function partAllStrangers(services: Services): Promise<void> {
  for (const room of services.sockets.roomNames()) {
    const contestId = contestOfRoom(room);
    if (contestId !== undefined && (await hasStrangers(services, contestId)))
      await dismissOutsiders(services, contestId);
  }
}

async function hasStrangers({ db, heads, sockets }: Services, contestId: number): Promise<boolean> {
  const contest = await heads.contest(db, contestId);
  if (!contest || lastEndTimeMs(contest) + CLOCKS_APART_MS < Date.now()) return false;
  const { allowedNetworks } = contest;
  return sockets
    .membersOf(ROOMS.contest(contestId))
    .some(
      ({ data: { user } }) =>
        user !== null && !isSupervisor(user.accessMask) && !isInNetworks(user.ip ?? null, allowedNetworks),
    );
}
