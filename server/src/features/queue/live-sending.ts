import type { Announcements } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Longest time between two solutions of people who send at the moment. */
const LIVE_FOR_MS = 10_000;

/** Notices whether people send solutions, in any contest and by any web process. */
export class LiveSending implements Disposable {
  #sentAtMs = Number.NEGATIVE_INFINITY;
  readonly #stop: () => void;

  constructor(announcements: Announcements) {
    this.#stop = announcements.on('solution.changed', ({ what }) => {
      if (what === 'created') this.#sentAtMs = performance.now();
    });
  }

  isLive(nowMs = performance.now()): boolean {
    return nowMs - this.#sentAtMs < LIVE_FOR_MS;
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
