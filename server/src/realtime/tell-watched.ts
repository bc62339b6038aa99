import { setTimeout as pause } from 'node:timers/promises';
import type { Teller } from '#realtime/client-events.ts';
import { type ClientSocket, letGo } from '#realtime/local-sockets.ts';
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

/**
 * Tells screens what changed on them, and removes people who may no longer see them. Whoever may again, as after a contest was
 * removed by mistake, has the connection broken: the page connects anew and listens, and until then would only look live.
 */
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
      const telling = { rooms, known: toldBy(services), dismissed: new Map(), signal: stopping.signal };
      void keepTelling(services, telling);
      return () => stopping.abort();
    },
    again: (services, contestId) => void toldBy(services).delete(contestId),
  };
}

interface Telling<State> {
  rooms: WatchedRooms<State>;
  known: Map<number, string>;
  /** Open connections that were removed from the room of a contest. */
  dismissed: Map<number, Set<ClientSocket>>;
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

async function tellAll<State>(services: Services, telling: Telling<State>): Promise<void> {
  const { rooms, known, dismissed } = telling;
  const watched = new Set(services.sockets.roomNames().flatMap((room) => rooms.contestOf(room) ?? []));
  for (const contestId of known.keys()) if (!watched.has(contestId)) known.delete(contestId);
  for (const contestId of watched) await tellOne(services, contestId, telling);
  for (const contestId of dismissed.keys()) await readmit(services, contestId, telling);
}

async function tellOne<State>(services: Services, contestId: number, telling: Telling<State>): Promise<void> {
  const { rooms, known } = telling;
  await dismissOthers(services, contestId, telling);
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
  { rooms, dismissed }: Telling<State>,
): Promise<void> {
  const room = rooms.roomOf(contestId);
  const isAllowed = await rooms.mayStay(services, contestId);
  for (const socket of services.sockets.membersOf(room)) {
    const { user } = socket.data;
    if (user && isAllowed(user)) continue;
    await socket.leave(room);
    dismissed.set(contestId, (dismissed.get(contestId) ?? new Set()).add(socket));
  }
}

/** Breaks the connections of those who may listen again, and forgets those that are gone. */
async function readmit<State>(
  services: Services,
  contestId: number,
  { rooms, dismissed }: Telling<State>,
): Promise<void> {
  const isAllowed = await rooms.mayStay(services, contestId);
  const left = new Set<ClientSocket>();
  for (const socket of dismissed.get(contestId) ?? []) {
    const { user } = socket.data;
    if (!socket.connected || !user) continue;
    if (isAllowed(user)) letGo(socket);
    else left.add(socket);
  }
  if (left.size > 0) dismissed.set(contestId, left);
  else dismissed.delete(contestId);
}
