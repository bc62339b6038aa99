import { setTimeout as pause } from 'node:timers/promises';
import type { Teller } from '#realtime/client-events.ts';
import type { Services, User } from '#services.ts';

/** Interval of looking, in ms: screens are at most that old. */
const TELL_EVERY_MS = 1000;

/** Rooms of contests, one for each contest, whose members see the same state. */
export interface WatchedRooms<State> {
  contestOf(room: string): number | undefined;
  roomOf(contestId: number): string;
  /** Decides who may go on listening. */
  mayStay(services: Services, contestId: number): Promise<(user: User) => boolean>;
  /** The state of a contest; `undefined` when there is none. */
  read(services: Services, contestId: number): Promise<State | undefined>;
  emit(services: Services, room: string, state: State): void;
  /** Line of the log about a round that failed. */
  complaint: string;
}

export interface ToldRooms {
  /** Sends each changed state to its room. One reading a second serves all screens of a process; without a screen nothing is read. */
  tell: Teller;
  /** Tells the state of a contest once more: a new listener may have read it just before a change. */
  again(services: Services, contestId: number): void;
}

/** Tells screens what changed on them, and removes people who may no longer see them. */
export function tellWatched<State>(rooms: WatchedRooms<State>): ToldRooms {
  /** What the listeners of each contest were told last, per web process. */
  const told = new WeakMap<Services, Map<number, string>>();
  const toldBy = (services: Services): Map<number, string> => {
    const known = told.get(services) ?? new Map<number, string>();
    told.set(services, known);
    return known;
  };
  return {
    tell(services) {
      const stopping = new AbortController();
      void keepTelling(services, { rooms, known: toldBy(services), signal: stopping.signal });
      return () => stopping.abort();
    },
    again: (services, contestId) => void toldBy(services).delete(contestId),
  };
}

interface Telling<State> {
  rooms: WatchedRooms<State>;
  known: Map<number, string>;
  signal: AbortSignal;
}

async function keepTelling<State>(services: Services, telling: Telling<State>): Promise<void> {
  const { signal } = telling;
  while (!signal.aborted) {
    try {
      await pause(TELL_EVERY_MS, undefined, { signal });
      await tellAll(services, telling);
    } catch (error) {
      if (!signal.aborted) services.log.warn({ err: error }, telling.rooms.complaint);
    }
  }
}

async function tellAll<State>(services: Services, { rooms, known }: Telling<State>): Promise<void> {
  const watched = services.sockets.roomNames().flatMap((room) => rooms.contestOf(room) ?? []);
  for (const contestId of known.keys()) if (!watched.includes(contestId)) known.delete(contestId);
  for (const contestId of watched) await tellOne(services, contestId, { rooms, known });
}

async function tellOne<State>(
  services: Services,
  contestId: number,
  { rooms, known }: Pick<Telling<State>, 'rooms' | 'known'>,
): Promise<void> {
  await dismissOthers(services, contestId, rooms);
  const state = await rooms.read(services, contestId);
  if (state === undefined) return;
  const text = JSON.stringify(state);
  if (known.get(contestId) === text) return;
  known.set(contestId, text);
  rooms.emit(services, rooms.roomOf(contestId), state);
}

async function dismissOthers<State>(
  services: Services,
  contestId: number,
  { roomOf, mayStay }: WatchedRooms<State>,
): Promise<void> {
  const room = roomOf(contestId);
  const isAllowed = await mayStay(services, contestId);
  for (const socket of services.sockets.membersOf(room)) {
    const { user } = socket.data;
    if (!user || !isAllowed(user)) await socket.leave(room);
  }
}
