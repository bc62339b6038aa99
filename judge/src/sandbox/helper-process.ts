import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Field of a request; a repeated key is several pairs. */
export type Field = readonly [key: string, value: string | number];

export interface HelperOptions {
  arguments: readonly string[];
  /** User that the helper starts as, to try the modes without root. */
  user?: { uid: number; gid: number };
  /** Receives one line of the helper's complaints. */
  log(line: string): void;
}

/**
 * Running helper: numbers requests and matches the answers. The protocol is described in `judge/sandbox/keeper/request.h`:
 * length-prefixed frames in, one line of JSON out.
 */
export class HelperProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  readonly #ended: Promise<void>;
  #nextId = 1;
  /** Last lines of its standard error. */
  readonly #complaints: string[] = [];
  #failure: Error | null = null;
  #isEnding = false;

  /** First line of the helper, about its abilities. Rejects when it ends without one. */
  readonly hello: Promise<unknown>;

  constructor(path: string, options: HelperOptions) {
    this.#child = spawn(path, options.arguments, { stdio: 'pipe', ...options.user });
    this.hello = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
    // Callers receive a failure by awaiting; without any yet it must not count as unhandled.
    this.hello.catch(() => undefined);
    let begun = '';
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (begun + text).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) this.#receive(line);
    });
    createInterface(this.#child.stderr).on('line', (line) => {
      if (this.#isEnding) return;
      this.#complaints.push(line);
      if (this.#complaints.length > COMPLAINTS_KEPT) this.#complaints.shift();
      options.log(line);
    });
    // The helper died with a request in its pipe; the cause is reported when it closes.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      this.#child.on('close', (exitCode, signal) => {
        this.#fail(new HelperEndedError(howItEnded(exitCode, signal, this.#complaints)));
        resolve();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Reason for which this helper responds no more; null while it runs. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Sends a request and returns its answer; rejects when the helper ends before. */
  async ask(fields: readonly Field[]): Promise<unknown> {
    const id = this.#nextId++;
    this.#send([['id', id], ...fields]);
    return this.#answer(id);
  }

  /** Sends two requests that begin together and returns the answer of each. */
  askPair(left: readonly Field[], right: readonly Field[]): readonly [Promise<unknown>, Promise<unknown>] {
    const [leftId, rightId] = [this.#nextId++, this.#nextId++];
    this.#send([['id', leftId], ...left, ['with', 1], ['id', rightId], ...right]);
    return [this.#answer(leftId), this.#answer(rightId)];
  }

  /** Ends the helper, and with it its containers and cgroups. */
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

const COMPLAINTS_KEPT = 5;

/** Error of requests to a helper that ended. */
export class HelperEndedError extends Error {
  override readonly name = 'HelperEndedError';
}

function howItEnded(exitCode: number | null, signal: string | null, complaints: readonly string[]): string {
  const how = signal === null ? `exit code ${exitCode}` : `killed by ${signal}`;
  // A process can report every signal but this one itself.
  const who = signal === 'SIGKILL' ? ', by an operator or by the kernel because memory ran out' : '';
  const said = complaints.length === 0 ? 'it wrote nothing to standard error' : complaints.join(' | ');
  return `The sandbox helper ended (${how}${who}): ${said}`;
}

/** Size in bytes, MAX_FRAME in `judge/sandbox/keeper/request.h`. */
const MAX_FRAME = 96 * 1024;

/**
 * Encodes a frame: 4 bytes of length, big-endian, then "key=value" strings, each ended by a NUL.
 *
 * @throws {RangeError} when a value contains a NUL, or all of them are too long
 */
function encodeFrame(fields: readonly Field[]): Buffer {
  const text = fields.map(([key, value]) => `${key}=${value}\0`).join('');
  if (text.split('\0').length !== fields.length + 1) {
    const [key] = fields.find(([, value]) => String(value).includes('\0')) ?? [];
    throw new RangeError(`The sandbox request has a NUL character in ${key}`);
  }
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_FRAME) {
    throw new RangeError(`The sandbox request has ${bytes} bytes of names and arguments`);
  }
  const frame = Buffer.allocUnsafe(4 + bytes);
  frame.writeUInt32BE(bytes);
  frame.write(text, 4);
  return frame;
}
