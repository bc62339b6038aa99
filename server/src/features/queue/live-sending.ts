import type { Announcements } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Longest time between two solutions of people who send at the moment. */
const LIVE_FOR_MS = 10_000;

/** Longest time in ms that what nobody waits for gives way to solutions on their way into the database. */
const GIVES_WAY_MS = 100;

/** Notices whether people send solutions, in any contest and by any web process. */
export class LiveSending implements Disposable {
  #sentAtMs = Number.NEGATIVE_INFINITY;
  /** Number of solutions and of their verdicts that this process is storing. */
  #storing = 0;
  #whenFree = new Set<() => void>();
  readonly #stop: () => void;

  constructor(announcements: Announcements) {
    this.#stop = announcements.on('solution.changed', ({ what }) => {
      if (what === 'created') this.#sentAtMs = performance.now();
    });
  }

  isLive(nowMs = performance.now()): boolean {
    return nowMs - this.#sentAtMs < LIVE_FOR_MS;
  }

  /** Stores what somebody waits for: others let it go first. */
  async first<Stored>(store: () => Promise<Stored>): Promise<Stored> {
    this.#storing += 1;
    try {
      return await store();
    } finally {
      this.#storing -= 1;
      if (this.#storing === 0) this.#free();
    }
  }

  /** Resolves when this process stores nothing that somebody waits for, or after a while. */
  async letFirst(): Promise<void> {
    if (this.#storing === 0) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#whenFree.delete(go);
        resolve();
      };
      const timer = setTimeout(go, GIVES_WAY_MS);
      this.#whenFree.add(go);
    });
  }

  #free(): void {
    for (const go of this.#whenFree) go();
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}

const ofProcess = new WeakMap<Announcements, LiveSending>();

/** What this web process has noticed since the first call, with which its calls of judges begin. */
export function liveSending({ announcements }: Pick<Services, 'announcements'>): LiveSending {
  const sending = ofProcess.get(announcements) ?? new LiveSending(announcements);
  ofProcess.set(announcements, sending);
  return sending;
}
