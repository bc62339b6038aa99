import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A field of a request; keys that may come several times come as several pairs. */
export type Field = readonly [key: string, value: string | number];

export interface HelperOptions {
  arguments: readonly string[];
  /** Start the helper as another user, to try the modes without root. */
  user?: { uid: number; gid: number };
  /** One line of the helper's complaints. */
  log(line: string): void;
}

/**
 * The running helper: numbers requests, pairs the answers. The protocol is described in
 * `judge/sandbox/request.h`: length-prefixed frames in, one line of JSON out.
 */
export class HelperProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  readonly #ended: Promise<void>;
  #nextId = 1;
  #lastComplaint = 'no reason given';
  #failure: Error | null = null;
  #isEnding = false;
  readonly #died = new AbortController();

  /** The first line the helper says, about its abilities. Rejects when it ends without one. */
  readonly hello: Promise<unknown>;

  constructor(path: string, options: HelperOptions) {
    this.#child = spawn(path, options.arguments, { stdio: 'pipe', ...options.user });
    this.hello = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
    // Whoever awaits it hears of a failure; nobody may be awaiting it yet.
    this.hello.catch(() => undefined);
    createInterface(this.#child.stdout).on('line', (line) => this.#receive(line));
    createInterface(this.#child.stderr).on('line', (line) => {
      this.#lastComplaint = line;
      options.log(line);
    });
    // A helper that died with a request in its pipe; what matters is said when it closes.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      this.#child.on('close', () => {
        const failure = new Error(`The sandbox helper ended: ${this.#lastComplaint}`);
        this.#fail(failure);
        if (!this.#isEnding) this.#died.abort(failure);
        resolve();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Aborts when the helper ended although nobody asked it to. */
  get died(): AbortSignal {
    return this.#died.signal;
  }

  /** Sends a request and gives its answer; rejects when the helper ends before. */
  async ask(fields: readonly Field[]): Promise<unknown> {
    const id = this.#nextId++;
    this.#send([['id', id], ...fields]);
    return this.#answer(id);
  }

  /** Sends two requests that begin together and gives the answer of each. */
  askPair(left: readonly Field[], right: readonly Field[]): readonly [Promise<unknown>, Promise<unknown>] {
    const [leftId, rightId] = [this.#nextId++, this.#nextId++];
    this.#send([['id', leftId], ...left, ['with', 1], ['id', rightId], ...right]);
    return [this.#answer(leftId), this.#answer(rightId)];
  }

  /** Ends the helper, which takes its containers and cgroups along. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#child.stdin.end();
    await this.#ended;
  }

  #send(fields: readonly Field[]): void {
    const frame = encodeFrame(fields);
    if (this.#failure === null) this.#child.stdin.write(frame);
  }

  #answer(id: number): Promise<unknown> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive(line: string): void {
    const answer = JSON.parse(line) as { id?: number };
    const id = answer.id ?? 0;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve(answer);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** MAX_FRAME in `judge/sandbox/request.h`. */
const MAX_FRAME = 96 * 1024;

/**
 * A frame: 4 bytes of length, big-endian, then "key=value" strings, each ended by a NUL.
 *
 * @throws {RangeError} when a value holds a NUL, or all of them are too long
 */
export function encodeFrame(fields: readonly Field[]): Buffer {
  const strings = fields.map(([key, value]) => {
    const text = `${key}=${value}`;
    if (text.includes('\0')) throw new RangeError(`The sandbox request has a NUL character in ${key}`);
    return `${text}\0`;
  });
  const body = Buffer.from(strings.join(''));
  if (body.length > MAX_FRAME) {
    throw new RangeError(`The sandbox request has ${body.length} bytes of names and arguments`);
  }
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32BE(body.length);
  body.copy(frame, 4);
  return frame;
}
