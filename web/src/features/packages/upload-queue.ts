import type { ChosenPackage } from '#features/packages/chosen-packages.ts';

/** Problem that an uploaded package renews; `new` makes another one, null lets the package decide. */
export type UploadTarget = number | 'new' | null;

export interface Upload {
  id: number;
  name: string;
  sizeBytes: number;
  target: UploadTarget;
  /** `checking`: all of it has arrived, and the server reads it. */
  state: 'waiting' | 'packing' | 'sending' | 'checking' | 'failed';
  /** Bytes that were sent, or checked. */
  sentBytes: number;
  /** Speed of the last seconds; null before it is known. */
  bytesPerSec: number | null;
  /** Whether the connection is lost and it waits to go on. */
  isInterrupted: boolean;
  error: unknown;
}

export interface SendHooks {
  signal: AbortSignal;
  onPacked: (sizeBytes: number) => void;
  onProgress: (sentBytes: number) => void;
  onChecked: (checkedBytes: number) => void;
  onInterrupted: (isInterrupted: boolean) => void;
}
/** Sends a package; the result is what became of it. */
export type SendPackage<Result> = (
  chosen: ChosenPackage,
  target: UploadTarget,
  hooks: SendHooks,
) => Promise<Result>;

interface Waiting {
  upload: Upload;
  chosen: ChosenPackage;
  stop: AbortController;
  samples: Sample[];
}

/** Bytes sent until an instant. */
export interface Sample {
  atMs: number;
  bytes: number;
}

/**
 * Uploads packages one after the other: each has the whole line, and the first is built while the next is sent. It lives
 * as long as the page, so that other screens may be visited meanwhile. A failed upload stays, with its reason, and does
 * not hold up the others.
 */
export class UploadQueue<Result> {
  readonly #send: SendPackage<Result>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #waiting: Waiting[] = [];
  #shown: readonly Upload[] = [];
  #isSending = false;
  #lastId = 0;
  /** Called when a package has arrived. */
  onArrival: (result: Result) => void = () => {};

  constructor(send: SendPackage<Result>, now: () => number = () => performance.now()) {
    this.#send = send;
    this.#now = now;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): readonly Upload[] => this.#shown;

  /**
   * Adds packages.
   *
   * @returns the number of those that were not added because they are on their way already
   */
  add(packages: readonly ChosenPackage[], target: UploadTarget): number {
    let repeated = 0;
    for (const chosen of packages) {
      if (this.#waiting.some((one) => one.upload.state !== 'failed' && isSame(one.chosen, chosen)))
        repeated += 1;
      else this.#waiting.push(this.#newUpload(chosen, target));
    }
    this.#tell();
    void this.#sendAll();
    return repeated;
  }

  /** Stops an upload, or removes a failed one from the list. */
  cancel(id: number): void {
    this.#waiting.find(({ upload }) => upload.id === id)?.stop.abort();
    this.#remove(id);
  }

  /** Sends a failed upload again. */
  retry(id: number): void {
    const failed = this.#waiting.find(({ upload }) => upload.id === id && upload.state === 'failed');
    if (!failed) return;
    this.#remove(id);
    this.add([failed.chosen], failed.upload.target);
  }

  #newUpload(chosen: ChosenPackage, target: UploadTarget): Waiting {
    this.#lastId += 1;
    const sizeBytes = chosen.files.reduce((sum, { file }) => sum + file.size, 0);
    const start = {
      state: 'waiting',
      sentBytes: 0,
      bytesPerSec: null,
      isInterrupted: false,
      error: null,
    } as const;
    const upload = { id: this.#lastId, name: chosen.name, sizeBytes, target, ...start };
    return { upload, chosen, stop: new AbortController(), samples: [] };
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (;;) {
      const next = this.#waiting.find(({ upload }) => upload.state === 'waiting');
      if (!next) break;
      await this.#sendOne(next);
    }
    this.#isSending = false;
  }

  async #sendOne({ upload: { id, target }, chosen, stop, samples }: Waiting): Promise<void> {
    this.#change(id, { state: chosen.isFolder ? 'packing' : 'sending' });
    try {
      const result = await this.#send(chosen, target, {
        signal: stop.signal,
        onPacked: (sizeBytes) => this.#change(id, { state: 'sending', sizeBytes }),
        onProgress: (sentBytes) => {
          samples.push({ atMs: this.#now(), bytes: sentBytes });
          this.#change(id, { sentBytes, bytesPerSec: speedOf(samples) });
        },
        onChecked: (sentBytes) => this.#change(id, { state: 'checking', sentBytes, bytesPerSec: null }),
        onInterrupted: (isInterrupted) => {
          samples.length = 0;
          this.#change(id, { isInterrupted, bytesPerSec: null });
        },
      });
      this.#remove(id);
      this.onArrival(result);
    } catch (error) {
      if (!stop.signal.aborted) this.#change(id, { state: 'failed', error });
    }
  }

  #change(id: number, change: Partial<Upload>): void {
    for (const one of this.#waiting) if (one.upload.id === id) one.upload = { ...one.upload, ...change };
    this.#tell();
  }

  #remove(id: number): void {
    this.#waiting = this.#waiting.filter(({ upload }) => upload.id !== id);
    this.#tell();
  }

  #tell(): void {
    this.#shown = this.#waiting.map(({ upload }) => upload);
    for (const listener of this.#listeners) listener();
  }
}

const isSame = (one: ChosenPackage, other: ChosenPackage) =>
  one.name === other.name &&
  one.files.length === other.files.length &&
  one.files.every(({ path, file }, place) => {
    const its = other.files[place];
    return path === its?.path && file.size === its.file.size && file.lastModified === its.file.lastModified;
  });

/** Time in ms over which the speed is measured. */
const SPEED_OVER_MS = 4_000;

/** Speed in bytes per second over the last seconds; null while it cannot be told. Drops older samples. */
export function speedOf(samples: Sample[]): number | null {
  const last = samples.at(-1);
  while (samples.length > 2 && last && last.atMs - (samples[0]?.atMs ?? 0) > SPEED_OVER_MS) samples.shift();
  const [first] = samples;
  if (!first || !last || last.atMs <= first.atMs) return null;
  return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000;
}
