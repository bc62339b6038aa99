import type { BalloonQueue } from '@balloon/contracts/hall/balloons.ts';
import { readQueue } from '#features/balloons/read-queue.ts';
import type { Services } from '#services.ts';

/**
 * Reads queues of balloons for all who ask at the same time, each time from after they asked. A runner who hears of a
 * change, perhaps from another process, and reads an older queue would never hear of it again, so nothing is kept.
 */
class BalloonQueues {
  readonly #services: Services;
  /** The reading of a contest that is under way, and the one for those who asked since it began. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #next = new Map<number, Promise<BalloonQueue>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * The queue of a contest. Rights are the caller's matter.
   *
   * @throws {NotFoundError} CONTEST_NOT_FOUND, also for removed ones
   */
  read(contestId: number): Promise<BalloonQueue> {
    const known = this.#next.get(contestId);
    if (known) return known;
    const next = Promise.resolve(this.#running.get(contestId)).then(() => this.#readNow(contestId));
    this.#next.set(contestId, next);
    return next;
  }

  async #readNow(contestId: number): Promise<BalloonQueue> {
    this.#next.delete(contestId);
    const reading = readQueue(this.#services, contestId);
    const ended: Promise<void> = reading.catch(() => {}).then(() => this.#end(contestId, ended));
    this.#running.set(contestId, ended);
    return await reading;
  }

  #end(contestId: number, reading: Promise<void>): void {
    if (this.#running.get(contestId) === reading) this.#running.delete(contestId);
  }
}

// Routes receive a copy of the services, so that the queues are known by a part that all copies share.
const ofServices = new WeakMap<Services['announcements'], BalloonQueues>();

/** The queues of this web process, shared by calls and sockets. */
export function balloonQueues(services: Services): BalloonQueues {
  const queues = ofServices.get(services.announcements) ?? new BalloonQueues(services);
  ofServices.set(services.announcements, queues);
  return queues;
}
