import { SESSION_COOKIE } from '@balloon/server/features/session/session-token.ts';

/** A browser shows the session by a cookie; Node's WebSocket takes headers, which the types of browsers do not know. */
const NodeWebSocket = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket;

type Handler = (event: string, payload: unknown) => void;

/**
 * Socket.IO over a bare WebSocket, as far as a page needs it: thousands of the library's own clients in one process would
 * be measured instead of the site.
 */
export class LightSocket {
  /** Events that came, and their bytes without the frame. */
  readonly received = { events: 0, bytes: 0 };
  readonly #socket: WebSocket;
  readonly #onEvent: Handler;
  readonly #replies = new Map<number, (reply: unknown) => void>();
  #asked = 0;
  #isOpen: (() => void) | null = null;

  private constructor(url: string, token: string, onEvent: Handler) {
    this.#onEvent = onEvent;
    const headers = { cookie: `${SESSION_COOKIE}=${token}` };
    const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
    this.#socket = new NodeWebSocket(address, { headers });
    this.#socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
  }

  /** Connects as the person of a session. */
  static async open(url: string, token: string, onEvent: Handler): Promise<LightSocket> {
    const socket = new LightSocket(url, token, onEvent);
    await new Promise<void>((resolve, reject) => {
      socket.#isOpen = resolve;
      socket.#socket.addEventListener('close', () => reject(new Error('The socket was closed')));
      socket.#socket.addEventListener('error', () => reject(new Error('The socket was refused')));
    });
    return socket;
  }

  /** Sends an event and waits for its answer. */
  ask(event: string, payload: object): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#replies.set(id, resolve);
      this.#socket.send(`42${id}${JSON.stringify([event, payload])}`);
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Calls when the connection has ended, for whatever reason. */
  onceClosed(handler: () => void): void {
    this.#socket.addEventListener('close', handler, { once: true });
  }

  #receive(text: string): void {
    if (text === '2') this.#socket.send('3');
    else if (text.startsWith('0')) this.#socket.send('40');
    else if (text.startsWith('40')) this.#isOpen?.();
    else this.#take(text);
  }

  #take(text: string): void {
    const [, kind, id = '', body = ''] = /^4([23])(\d*)(.*)$/s.exec(text) ?? [];
    if (kind === '2') {
      this.received.events += 1;
      this.received.bytes += Buffer.byteLength(text);
      const [event, payload] = JSON.parse(body) as [string, unknown];
      this.#onEvent(event, payload);
    } else if (kind === '3') {
      const [reply] = JSON.parse(body) as [unknown];
      this.#replies.get(Number(id))?.(reply);
      this.#replies.delete(Number(id));
    }
  }
}
