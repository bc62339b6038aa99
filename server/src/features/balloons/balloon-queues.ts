import type { BalloonQueue } from '@balloon/contracts/balloons.ts';
import { readQueue } from '#features/balloons/read-queue.ts';
import type { Services } from '#services.ts';

/** Age in ms up to which a queue is given again. */
const FRESH_MS = 900;

interface Kept {
  queue: Promise<BalloonQueue>;
  atMs: number;
}

/** The queues of contests whose balloons are carried, on this web process: read at most once a second, whoever asks. */
class BalloonQueues {
  readonly #services: Services;
  readonly #kept = new Map<number, Kept>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * The queue of a contest. Rights are the caller's matter.
   *
   * @throws {NotFoundError} CONTEST_NOT_FOUND, also for removed ones
   */
  read(contestId: number): Promise<BalloonQueue> {
    this.#dropOld();
    const kept = this.#kept.get(contestId);
    if (kept) return kept.queue;
    const queue = readQueue(this.#services, contestId);
    this.#kept.set(contestId, { queue, atMs: performance.now() });
    return queue;
  }

  /** Makes the next call read anew, after an action on this process. */
  forget(contestId: number): void {
    this.#kept.delete(contestId);
  }

  #dropOld(): void {
    const leastMs = performance.now() - FRESH_MS;
    for (const [contestId, { atMs }] of this.#kept) if (atMs < leastMs) this.#kept.delete(contestId);
  }
}

const ofServices = new WeakMap<Services, BalloonQueues>();

/** The queues of this web process, shared by calls and sockets. */
export function balloonQueues(services: Services): BalloonQueues {
  const queues = ofServices.get(services) ?? new BalloonQueues(services);
  ofServices.set(services, queues);
  return queues;
}
