import type { ClientToServerEvents, ServerToClientEvents } from '@balloon/contracts/events.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { User } from '#services.ts';

/** Who is at the other end; null before signing in. */
export interface SocketData {
  user: User | null;
  sessionId: number | null;
}

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type ClientSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/**
 * The sockets connected to this very process. Every web process hears every announcement and tells its own
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
    if (names.length === 0) return; // no room would mean everybody
    this.#io
      ?.to(names)
      .except([...except])
      .emit(event, ...([payload] as Parameters<ServerToClientEvents[Event]>));
  }

  /** Sends an event to every socket. */
  emitToAll<Event extends keyof ServerToClientEvents>(
    event: Event,
    payload: Parameters<ServerToClientEvents[Event]>[0],
  ) {
    this.#io?.emit(event, ...([payload] as Parameters<ServerToClientEvents[Event]>));
  }

  /** Whether anybody would hear; saves reading what nobody is told. */
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

  roomNames(): string[] {
    return [...this.#rooms.keys()];
  }

  get #rooms(): Map<string, Set<string>> {
    return this.#io?.sockets.adapter.rooms ?? new Map();
  }
}
