import { setTimeout as pause } from 'node:timers/promises';
import { controlStates } from '#features/contest-control/control-states.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { supervises } from '#features/contests/supervision.ts';
import { contestOfControlRoom, ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Interval of looking, in ms: screens are at most that old. */
const TELL_EVERY_MS = 1000;

/** What the listeners of each contest were told last, per web process. */
const told = new WeakMap<Services, Map<number, string>>();

const toldBy = (services: Services): Map<number, string> => {
  const known = told.get(services) ?? new Map<number, string>();
  told.set(services, known);
  return known;
};

/** Tells the state of a contest once more: a new listener may have read it just before a change. */
export function toldAgain(services: Services, contestId: number): void {
  toldBy(services).delete(contestId);
}

/**
 * Sends the state of each contest whose control screen somebody has open, when it has changed. One reading a second
 * serves all screens of this process; without a screen nothing is read.
 *
 * @returns the function that stops it
 */
export function tellContestControl(services: Services): () => void {
  const stopping = new AbortController();
  void keepTelling(services, stopping.signal);
  return () => stopping.abort();
}

async function keepTelling(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pause(TELL_EVERY_MS, undefined, { signal });
      await tellAll(services);
    } catch (error) {
      if (!signal.aborted) services.log.warn({ err: error }, 'control screens were not told');
    }
  }
}

async function tellAll(services: Services): Promise<void> {
  const watched = services.sockets.roomNames().flatMap((room) => contestOfControlRoom(room) ?? []);
  const known = toldBy(services);
  for (const contestId of known.keys()) if (!watched.includes(contestId)) known.delete(contestId);
  for (const contestId of watched) await tellOne(services, contestId, known);
}

async function tellOne(services: Services, contestId: number, known: Map<number, string>): Promise<void> {
  await dismissOthers(services, contestId);
  const state = await controlStates(services).read(contestId);
  if (!state) return;
  const text = JSON.stringify(state);
  if (known.get(contestId) === text) return;
  known.set(contestId, text);
  services.sockets.emit(ROOMS.contestControl(contestId), 'contest control', state);
}

/** Removes people who no longer supervise the contest. */
async function dismissOthers({ db, sockets }: Services, contestId: number): Promise<void> {
  const room = ROOMS.contestControl(contestId);
  const contest = await findContest(db, contestId);
  for (const socket of sockets.membersOf(room)) {
    const { user } = socket.data;
    if (!user || !contest || !supervises(user, contest)) await socket.leave(room);
  }
}
