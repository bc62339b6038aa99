type Handler = (event: string, payload: unknown) => void;

/**
 * Socket.IO over a bare WebSocket, as far as a page needs it: thousands of the library's own clients in one process would
 * be measured instead of the site.
 */
export class LightSocket {
  readonly #socket: WebSocket;
  readonly #onEvent: Handler;
  readonly #replies = new Map<number, (reply: unknown) => void>();
  #asked = 0;
  #isOpen: (() => void) | null = null;

  private constructor(url: string, token: string, onEvent: Handler) {
    this.#onEvent = onEvent;
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
    this.#socket.addEventListener('message', ({ data }) => this.#receive(String(data), token));
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

  #receive(text: string, token: string): void {
    if (text === '2') this.#socket.send('3');
    else if (text.startsWith('0')) this.#socket.send(`40${JSON.stringify({ token })}`);
    else if (text.startsWith('40')) this.#isOpen?.();
    else this.#take(text);
  }

  #take(text: string): void {
    const [, kind, id = '', body = ''] = /^4([23])(\d*)(.*)$/s.exec(text) ?? [];
    if (kind === '2') {
      const [event, payload] = JSON.parse(body) as [string, unknown];
      this.#onEvent(event, payload);
    } else if (kind === '3') {
      const [reply] = JSON.parse(body) as [unknown];
      this.#replies.get(Number(id))?.(reply);
      this.#replies.delete(Number(id));
    }
  }
}
