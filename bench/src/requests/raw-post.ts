import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connection over which one request follows the answer to the one before, for times in which a client's own hardly counts. */
export class RawConnection implements Disposable {
  readonly #socket: Socket;
  readonly #host: string;
  #answered: { resolve: () => void; reject: (reason: Error) => void } | null = null;
  #answer: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    const fail = (error = new Error('The server closed the connection')) => this.#answered?.reject(error);
    socket.on('data', (bytes) => this.#take(bytes)).on('error', fail);
    socket.on('close', () => fail());
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new RawConnection(socket, host);
  }

  /**
   * Posts a body.
   *
   * @returns how long it took until the last byte of the answer had come, in ms
   * @throws where the answer is none of status 200
   */
  async post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const given = { host: this.#host, ...headers, 'content-length': `${Buffer.byteLength(body)}` };
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
    const request = Buffer.from([`POST ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
    const answered = Promise.withResolvers<void>();
    this.#answered = answered;
    this.#answer = Buffer.alloc(0);
    const startedMs = performance.now();
    this.#socket.write(request);
    await answered.promise;
    return performance.now() - startedMs;
  }

  [Symbol.dispose](): void {
    this.#answered = null;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#answer = this.#answer.length === 0 ? bytes : Buffer.concat([this.#answer, bytes]);
    const headLength = this.#answer.indexOf('\r\n\r\n') + 4;
    if (headLength < 4) return;
    const head = this.#answer.toString('latin1', 0, headLength);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
      this.#answered?.reject(new Error(`Answered: ${this.#answer}`));
    } else if (this.#answer.length >= headLength + Number(length)) this.#answered?.resolve();
  }
}
