import { Worker } from 'node:worker_threads';

/** A call that is to be made. */
export interface ToSend {
  index: number;
  /** Moment in ms; for the thread since 1970, with its fractions. */
  atMs: number;
  url: string;
  token: string;
  body: string;
}

export interface Sent {
  index: number;
  status: number;
  text: string;
  /** When a refused caller should come again. */
  retryAfterSec: number;
  /** From the moment at which it was to be sent until it was answered. */
  tookMs: number;
}

/**
 * Makes calls at their moments in a thread of its own: this process hears thousands of sockets, and its own lateness would count as
 * that of the web.
 */
export class PunctualSender implements AsyncDisposable {
  readonly #thread = new Worker(new URL('sending-thread.ts', import.meta.url));
  readonly #waiting = new Map<number, { resolve: (sent: Sent) => void; reject: (error: Error) => void }>();

  constructor() {
    this.#thread.unref(); // a load that failed does not wait for it
    this.#thread.on('message', (sent: Sent) => {
      this.#waiting.get(sent.index)?.resolve(sent);
      this.#waiting.delete(sent.index);
    });
    this.#thread.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  /** @param wish.atMs on the clock of this process */
  send(wish: ToSend): Promise<Sent> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(wish.index, { resolve, reject });
      this.#thread.postMessage({ ...wish, atMs: performance.timeOrigin + wish.atMs } satisfies ToSend);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }
}
