import { BalloonQueue, CarriedBalloon } from '@balloon/contracts/hall/balloons.ts';
import { LRUCache } from 'lru-cache';
import { readQueue } from '#features/balloons/read-queue.ts';
import { listInPieces } from '#http/answers/list-in-pieces.ts';
import { PackedPage, shortHash } from '#http/answers/packed-page.ts';
import type { Services } from '#services.ts';

/** The queue of a contest as it was at one moment, written and compressed once for all runners. */
class QueueAnswer {
  /** Changes with anything in the queue. */
  readonly digest: string;
  readonly #queue: BalloonQueue;
  #page: Promise<PackedPage> | null = null;

  constructor(queue: BalloonQueue) {
    this.digest = shortHash(JSON.stringify(queue));
    this.#queue = queue;
  }

  /** A `BalloonQueue`. */
  page(): Promise<PackedPage> {
    this.#page ??= packQueue(this.#queue);
    return this.#page;
  }
}

const Head = BalloonQueue.omit({ balloons: true });

/** Packs a queue; one of thousands of balloons is written in pieces. */
async function packQueue({ balloons, ...head }: BalloonQueue): Promise<PackedPage> {
  let text = `${JSON.stringify(Head.parse(head)).slice(0, -1)},"balloons":`;
  for await (const piece of listInPieces(CarriedBalloon, balloons)) text += piece;
  return PackedPage.of(`${text}}`, true);
}

/** Contests whose last queue stays in memory: with thousands of balloons it takes 3 MB. */
const MAX_KEPT = 10;

/**
 * Reads queues of balloons for all who ask at the same time, each time from after they asked. A runner who hears of a
 * change, perhaps from another process, and reads an older queue would never hear of it again, so no reading is spared; what
 * is kept is the text of a queue that is still the same.
 */
class BalloonQueues {
  readonly #services: Services;
  /** The reading of a contest that is under way, and the one for those who asked since it began. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #next = new Map<number, Promise<QueueAnswer>>();
  readonly #last = new LRUCache<number, QueueAnswer>({ max: MAX_KEPT });

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * The queue of a contest. Rights are the caller's matter.
   *
   * @throws {NotFoundError} CONTEST_NOT_FOUND, also for removed ones
   */
  read(contestId: number): Promise<QueueAnswer> {
    const known = this.#next.get(contestId);
    if (known) return known;
    const next = Promise.resolve(this.#running.get(contestId)).then(() => this.#readNow(contestId));
    this.#next.set(contestId, next);
    return next;
  }

  async #readNow(contestId: number): Promise<QueueAnswer> {
    this.#next.delete(contestId);
    const reading = readQueue(this.#services, contestId);
    const ended: Promise<void> = reading.catch(() => {}).then(() => this.#end(contestId, ended));
    this.#running.set(contestId, ended);
    return this.#answer(contestId, await reading);
  }

  /** The answer of before where the queue is the same. */
  #answer(contestId: number, queue: BalloonQueue): QueueAnswer {
    const read = new QueueAnswer(queue);
    const last = this.#last.get(contestId);
    if (last?.digest === read.digest) return last;
    this.#last.set(contestId, read);
    return read;
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
