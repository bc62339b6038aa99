import type { EventReply } from '@balloon/contracts/socket/events.ts';
import type { QueryKey } from '@tanstack/react-query';

const REJOIN_AFTER_REFUSAL_MS = 5_000;
/** Codes of refusals that say nothing of the person's rights. */
const PASSING_REFUSALS: ReadonlySet<string> = new Set(['TOO_MANY_EVENTS', 'DATABASE_AWAY', 'INTERNAL']);

export type Room = {
  event:
    | 'contest.join'
    | 'table.listen'
    | 'table.watch'
    | 'control.listen'
    | 'desk.listen'
    | 'balloons.listen'
    | 'solutions.listen'
    | 'chat.listen'
    | 'console.listenLogs'
    | 'people.listen';
  leave:
    | 'contest.left'
    | 'table.stopListen'
    | 'table.unwatch'
    | 'control.stopListen'
    | 'desk.stopListen'
    | 'balloons.stopListen'
    | 'solutions.stopListen'
    | 'chat.stopListen'
    | 'console.stopListenLogs'
    | 'people.stopListen';
  payload: object;
  /** Called after joining: data fetched before may lack events, so it should be fetched again. */
  onJoined?: () => void;
  /** Beginnings of the keys of what its events keep current. */
  keys?: readonly QueryKey[];
};

/** What rooms need of the connection and of what the page has read. */
export interface RoomHost {
  ask(event: Room['event'], payload: object, onReply: (reply: EventReply) => void): void;
  tell(event: Room['leave'], payload: object): void;
  isOpen(): boolean;
  /** Whether the person signs out now. */
  isLeaving(): boolean;
  /** Reads again what has a key with this beginning. */
  readAgain(queryKey: QueryKey): void;
}

/**
 * Rooms that the components of the page need, each joined once however many need it.
 *
 * A room that is joined over the open connection has what its events keep current read again: it may have changed unheard
 * since it was read. After a new connection that is left to whoever opened it.
 */
export class LiveRooms {
  readonly #host: RoomHost;
  readonly #rooms = new Map<string, Room & { members: number }>();
  /** Rooms that the server refused, which may be open in another phase of the contest. */
  readonly #refused = new Set<string>();
  /** Rooms joined over the open connection that the server has not answered yet. */
  readonly #unanswered = new Set<string>();
  /** Keys to read again once it has answered all of them: a screen joins several rooms at once. */
  readonly #owed = new Map<string, QueryKey>();

  constructor(host: RoomHost) {
    this.#host = host;
  }

  /** Joins a room for one component. @returns what that component calls when it needs it no more */
  enter(name: string, room: Room): () => void {
    const known = this.#rooms.get(name);
    if (known) known.members += 1;
    else {
      this.#rooms.set(name, { ...room, members: 1 });
      if (this.#host.isOpen()) void this.#joinAndRead(name);
    }
    return () => this.#leave(name);
  }

  #leave(name: string): void {
    const room = this.#rooms.get(name);
    if (room === undefined) return;
    room.members -= 1;
    if (room.members > 0) return;
    this.#rooms.delete(name);
    this.#refused.delete(name);
    if (this.#host.isOpen()) this.#host.tell(room.leave, room.payload);
  }

  /** Returns any of the rooms, to ask for a sign of life. */
  any(): Room | undefined {
    const [room] = this.#rooms.values();
    return room;
  }

  /** Joins all rooms; resolves when the server has answered each. */
  async joinAll(): Promise<void> {
    await Promise.all([...this.#rooms.keys()].map((name) => this.#join(name)));
  }

  /** Asks again for the rooms that were refused for good. */
  joinRefused(): void {
    for (const name of [...this.#refused]) void this.#joinAndRead(name);
  }

  /** Notes that the connection is lost: what was asked for is asked anew over the next one. */
  noteLost(): void {
    this.#unanswered.clear();
    this.#owed.clear();
  }

  clear(): void {
    this.noteLost();
    this.#rooms.clear();
    this.#refused.clear();
  }

  /**
   * Joins a room. A server that cannot answer now is asked again: without the room the page would look live and hear
   * nothing. What it refuses for good stays refused until `joinRefused`.
   *
   * @returns whether it was joined
   */
  #join(name: string): Promise<boolean> {
    const room = this.#rooms.get(name);
    if (room === undefined) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#host.ask(room.event, room.payload, ({ ok, code }) => {
        const isCurrent = this.#rooms.get(name) === room;
        const isForNow = !ok && code !== undefined && PASSING_REFUSALS.has(code);
        if (isForNow)
          setTimeout(
            () => this.#rooms.get(name) === room && this.#joinAndRead(name),
            REJOIN_AFTER_REFUSAL_MS,
          );
        if (isCurrent && !ok && !isForNow) this.#refused.add(name);
        else this.#refused.delete(name);
        if (!this.#host.isLeaving()) room.onJoined?.();
        resolve(ok && isCurrent);
      });
    });
  }

  async #joinAndRead(name: string): Promise<void> {
    this.#unanswered.add(name);
    const isJoined = await this.#join(name);
    this.#unanswered.delete(name);
    const keys = isJoined ? this.#rooms.get(name)?.keys : undefined;
    for (const key of keys ?? []) this.#owed.set(JSON.stringify(key), key);
    if (this.#unanswered.size > 0 || this.#host.isLeaving()) return;
    const owed = [...this.#owed.values()];
    this.#owed.clear();
    for (const key of owed) this.#host.readAgain(key);
  }
}
