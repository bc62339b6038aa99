import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { shownToken } from '#features/session/session-token.ts';
import { networkOf, senderOf } from '#http/callers/client-ip.ts';
import type { ClientSocket } from '#realtime/local-sockets.ts';
import type { ServerOptions } from '#services.ts';

const WINDOW_SEC = 10;
/** Handshakes per network and in all, by whomever. */
const HANDSHAKES_PER_NETWORK = 2_500;
const HANDSHAKES = 6_000;
/**
 * Handshakes above these, of people who show a living session: after a restart every page of a hall comes back from one
 * address, and twenty thousand pages of an online contest within some seconds.
 */
const RETURNS = 30_000;
const RETURNS_PER_PERSON = 30;
/** Open sockets without a person: a hall at the sign-in page, in the older client. */
const STRANGERS_PER_NETWORK = 1_000;
const STRANGERS = 4_000;
/**
 * Open sockets of one person: as many windows as nobody has, and tools that follow a contest for a hall. Each socket
 * takes memory, and may follow tables whose changes are made for it.
 */
const SOCKETS_PER_PERSON = 1_000;
/** Lifetime of a socket without a person; a page that waits for signing in reconnects by itself. */
const STRANGER_LIFETIME_MS = 5 * 60_000;

/** Identifies the person of a handshake by the session that it shows; null without a living one. */
export type Identify = (headers: IncomingHttpHeaders) => Promise<{ user: { id: number } } | null>;

/**
 * Bounds of one process for connections: new ones per time, and open ones without a person, from one network and in all,
 * beyond which people who show a session come in; and open ones of each person.
 */
export class HandshakeLimits {
  readonly #perNetwork = new RateLimiterMemory({ points: HANDSHAKES_PER_NETWORK, duration: WINDOW_SEC });
  readonly #inAll = new RateLimiterMemory({ points: HANDSHAKES, duration: WINDOW_SEC });
  readonly #returns: RateLimiterMemory;
  readonly #perPerson = new RateLimiterMemory({ points: RETURNS_PER_PERSON, duration: WINDOW_SEC });
  readonly #strangers = new Map<string, number>();
  readonly #people = new Map<number, number>();
  #strangersInAll = 0;
  readonly #options: Pick<ServerOptions, 'trustProxy'>;
  readonly #lifetimeMs: number;

  constructor(
    options: Pick<ServerOptions, 'trustProxy'>,
    lifetimeMs = STRANGER_LIFETIME_MS,
    returns = RETURNS,
  ) {
    this.#returns = new RateLimiterMemory({ points: returns, duration: WINDOW_SEC });
    this.#options = options;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Counts a request for a new connection. Requests of open connections name their `sid` and are not counted. */
  async allows(request: IncomingMessage, identify: Identify): Promise<boolean> {
    if (new URLSearchParams(request.url?.split('?')[1]).has('sid')) return true;
    const network = this.#networkOf(request);
    if ((await takes(this.#perNetwork, network)) && (await takes(this.#inAll, 'all'))) return true;
    // Counted before the session is looked for, so that a flood of invented ones costs no more than this.
    if (!shownToken(request.headers) || !(await takes(this.#returns, 'all'))) return false;
    const person = await identify(request.headers);
    return person !== null && takes(this.#perPerson, person.user.id);
  }

  /**
   * Takes in a socket, one without a person for a while, or says that there are too many. Clients connect again after
   * that by themselves.
   */
  takeIn(socket: ClientSocket): boolean {
    const { user } = socket.data;
    return user === null ? this.#takeInStranger(socket) : this.#takeInPerson(socket, user.id);
  }

  #takeInPerson(socket: ClientSocket, id: number): boolean {
    const open = this.#people.get(id) ?? 0;
    if (open >= SOCKETS_PER_PERSON) return false;
    this.#people.set(id, open + 1);
    socket.conn.once('close', () => letOneOut(this.#people, id));
    return true;
  }

  #takeInStranger(socket: ClientSocket): boolean {
    const network = this.#networkOf(socket.request);
    const open = this.#strangers.get(network) ?? 0;
    if (open >= STRANGERS_PER_NETWORK || this.#strangersInAll >= STRANGERS) return false;
    this.#strangers.set(network, open + 1);
    this.#strangersInAll += 1;
    const timer = setTimeout(() => socket.conn.close(), this.#lifetimeMs).unref();
    socket.conn.once('close', () => {
      clearTimeout(timer);
      letOneOut(this.#strangers, network);
      this.#strangersInAll -= 1;
    });
    return true;
  }

  #networkOf(request: IncomingMessage): string {
    const ip = senderOf(request, this.#options);
    return ip === null ? 'unknown' : networkOf(ip);
  }
}

/** Counts one less of what is open under a key. */
function letOneOut<Key>(open: Map<Key, number>, key: Key): void {
  const left = (open.get(key) ?? 1) - 1;
  if (left > 0) open.set(key, left);
  else open.delete(key);
}

/** Takes a point of a limit, unless none is left. */
async function takes(limit: RateLimiterMemory, key: string | number): Promise<boolean> {
  try {
    await limit.consume(key);
    return true;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return false;
    throw rejection;
  }
}
