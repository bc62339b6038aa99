import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Audience,
  type ClientToServerEvents,
  SERVER_EVENTS,
  type ServerToClientEvents,
} from '@balloon/contracts/socket/events.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { olderEvents, type SentEvent } from '#older-forms/older-events.ts';
import { audienceOf, ROOMS } from '#realtime/rooms.ts';
import type { User } from '#services.ts';

/** Person of a socket; null before signing in. */
export interface SocketData {
  user: User | null;
  sessionId: number | null;
}

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type ClientSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** Version of Engine.IO in clients of the generations 1 and 2 of Socket.IO. */
const OLDER_PROTOCOL = 3;

/** Sockets that are sent to before others get their turn: a packet costs 25 to 90 µs, and a solution waits so long three times. */
const AT_ONCE = 16;

/** Throws when an event is about to reach a room that the contract does not name for it. */
function expectAudience(event: keyof ServerToClientEvents, audience: Audience) {
  const declared: readonly Audience[] = SERVER_EVENTS[event];
  if (!declared.includes(audience))
    throw new Error(`'${event}' is not declared for the audience ${audience}`);
}

/**
 * Breaks a connection whose session or rights changed. Unlike a regular disconnect, this makes clients
 * reconnect by themselves: with the new rights, or as strangers until somebody signs in.
 */
export function letGo(socket: ClientSocket): void {
  // Closing takes a moment, in which nothing may be received or requested.
  for (const room of socket.rooms) void socket.leave(room);
  Object.assign(socket.data, { user: null, sessionId: null });
  socket.conn.close();
}

/**
 * Sockets connected to this very process. Every web process receives every announcement and notifies its own
 * sockets, so nothing is ever forwarded between processes.
 */
export class LocalSockets {
  #io: SocketServer | null = null;

  attach(io: SocketServer) {
    this.#io = io;
  }

  /**
   * Sends an event to the members of rooms, once to each socket however many of the rooms it is in.
   *
   * @param except members of these rooms do not get it
   */
  emit<Event extends keyof ServerToClientEvents>(
    rooms: string | readonly string[],
    event: Event,
    payload: Parameters<ServerToClientEvents[Event]>[0],
    except: readonly string[] = [],
  ) {
    const names = typeof rooms === 'string' ? [rooms] : [...rooms];
    for (const name of names) expectAudience(event, audienceOf(name));
    this.#deliver(names, { event, payload } as SentEvent, except);
  }

  /**
   * Sends an event to the members of a room, some at a time: thousands of packets in a row would hold up everything
   * else that this process does. For hints, since events that are sent meanwhile may come before it.
   *
   * @param among only to members of this room, too
   * @param except members of this room do not get it
   * @returns when all were sent to who are still in the room
   */
  async emitGradually<Event extends keyof ServerToClientEvents>(
    room: string,
    event: Event,
    payload: Parameters<ServerToClientEvents[Event]>[0],
    { among = room, except }: { among?: string; except?: string } = {},
  ): Promise<void> {
    expectAudience(event, audienceOf(room));
    const isIn = (name: string, id: string) => this.#rooms.get(name)?.has(id) === true;
    const isMember = (id: string) =>
      isIn(room, id) && isIn(among, id) && !(except !== undefined && isIn(except, id));
    const ids = [...(this.#rooms.get(among) ?? [])].filter(isMember);
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      if (start > 0) await nextTurn();
      this.#deliverTo(ids.slice(start, start + AT_ONCE).filter(isMember), { event, payload } as SentEvent);
    }
  }

  /** Sends to single sockets, each in its form, without looking at all the others. */
  #deliverTo(ids: readonly string[], sent: SentEvent) {
    const isOlder = (id: string) => this.#rooms.get(ROOMS.olderClients)?.has(id) === true;
    const olderIds = ids.filter(isOlder);
    const currentIds = olderIds.length === 0 ? ids : ids.filter((id) => !isOlder(id));
    if (currentIds.length > 0) this.#send(currentIds, sent, []);
    if (olderIds.length > 0) for (const one of olderEvents(sent) ?? [sent]) this.#send(olderIds, one, []);
  }

  #deliver(names: string[], sent: SentEvent, except: readonly string[] = []) {
    if (names.length === 0) return; // no room would mean everybody
    const older = this.hasMembers([ROOMS.olderClients]) ? olderEvents(sent) : null;
    if (older === null) return this.#send(names, sent, except);
    this.#send(names, sent, [...except, ROOMS.olderClients]);
    for (const one of older) this.#send(names, one, [...except, ROOMS.currentClients]);
  }

  #send(rooms: readonly string[], { event, payload }: SentEvent, except: readonly string[]) {
    this.#io
      ?.to([...rooms])
      .except([...except])
      .emit(event, ...([payload] as Parameters<ServerToClientEvents[typeof event]>));
  }

  /** Records the generation of a new socket's client by its protocol: older clients get older forms of some events. */
  sort(socket: ClientSocket) {
    const isOlder = socket.conn.protocol === OLDER_PROTOCOL;
    void socket.join(isOlder ? ROOMS.olderClients : ROOMS.currentClients);
  }

  /** Sends an event to every socket. */
  emitToAll<Event extends keyof ServerToClientEvents>(
    event: Event,
    payload: Parameters<ServerToClientEvents[Event]>[0],
  ) {
    expectAudience(event, 'everybody');
    this.#io?.emit(event, ...([payload] as Parameters<ServerToClientEvents[Event]>));
  }

  /** Whether rooms have members; saves reading data that no socket would receive. */
  hasMembers(rooms: readonly string[]): boolean {
    return rooms.some((room) => this.#rooms.has(room));
  }

  membersOf(room: string): ClientSocket[] {
    const ids = this.#rooms.get(room) ?? [];
    return [...ids].flatMap((id) => this.#io?.sockets.sockets.get(id) ?? []);
  }

  all(): ClientSocket[] {
    return [...(this.#io?.sockets.sockets.values() ?? [])];
  }

  /** Disconnects the sockets of a session that ended. */
  endSession(sessionId: number) {
    for (const socket of this.all()) if (socket.data.sessionId === sessionId) letGo(socket);
  }

  roomNames(): string[] {
    return [...this.#rooms.keys()];
  }

  get #rooms(): Map<string, Set<string>> {
    return this.#io?.sockets.adapter.rooms ?? new Map();
  }
}
