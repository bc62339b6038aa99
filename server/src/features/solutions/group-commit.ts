import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '#database-away.ts';

/** Largest number of items that are stored together, so that none waits long for the others. */
const MAX_TOGETHER = 64;

/** Weight of the newest batch in the average of how long they take. */
const NEWEST_COUNTS = 0.2;

interface Pace {
  /** Largest number of items of a batch. */
  maxTogether: number;
  /** How long nothing is stored after a batch that took so long, in ms. */
  pauseMs(tookMs: number): number;
  /** Resolves when a batch may begin; absent: at once. */
  mayBegin?(): Promise<void>;
}

/**
 * Stores items of a key together and answers each, in their order. The next batch begins when it returns; `answer` gives
 * the answers before that, and it may not throw then.
 */
type StoreTogether<Item, Answer> = (
  key: number,
  items: readonly Item[],
  answer: (answers: readonly Answer[]) => void,
) => Promise<readonly Answer[]>;

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

/**
 * Stores what arrives under a key one batch after the other: what comes while a batch is being stored waits, and is
 * stored by the next one. Whoever is alone does not wait. Items keep the order of their arrival.
 */
export class GroupCommit<Item, Answer> {
  readonly #store: StoreTogether<Item, Answer>;
  readonly #maxTogether: number;
  readonly #pauseMs: Pace['pauseMs'];
  readonly #mayBegin: Pace['mayBegin'];
  /** What waits under each key; a key is there while something of it is being stored. */
  readonly #lanes = new Map<number, Waiting<Item, Answer>[]>();
  /** When the batch began that is being stored, by key. */
  readonly #begunAtMs = new Map<number, number>();
  /** How long a batch took lately. */
  #batchMs = 0;

  /** @param pace absent: batches follow each other without a pause */
  constructor(
    store: StoreTogether<Item, Answer>,
    { maxTogether, pauseMs, mayBegin }: Pace = { maxTogether: MAX_TOGETHER, pauseMs: () => 0 },
  ) {
    this.#store = store;
    this.#maxTogether = maxTogether;
    this.#pauseMs = pauseMs;
    this.#mayBegin = mayBegin;
  }

  /** Returns the answer to an item once it is stored; rejects with the reason why it, or its batch, was not. */
  add(key: number, item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const lane = this.#lanes.get(key);
      if (lane) {
        lane.push(waiting);
      } else {
        const opened = [waiting];
        this.#lanes.set(key, opened);
        void this.#empty(key, opened);
      }
    });
  }

  /** How long an item of a key would wait until it is stored, as it seems: 0 when nothing else is being stored. */
  expectedWaitMs(key: number, nowMs = performance.now()): number {
    const begunAtMs = this.#begunAtMs.get(key);
    if (begunAtMs === undefined) return 0;
    // A batch that takes longer than the ones before says more than they do.
    const batchMs = Math.max(this.#batchMs, nowMs - begunAtMs);
    return (1 + Math.floor((this.#lanes.get(key)?.length ?? 0) / this.#maxTogether)) * batchMs;
  }

  async #empty(key: number, lane: Waiting<Item, Answer>[]): Promise<void> {
    while (lane.length > 0) {
      if (this.#mayBegin) await this.#mayBegin();
      const begunAtMs = performance.now();
      this.#begunAtMs.set(key, begunAtMs);
      await this.#storeBatch(key, lane.splice(0, this.#maxTogether));
      const tookMs = performance.now() - begunAtMs;
      this.#batchMs += (tookMs - this.#batchMs) * NEWEST_COUNTS;
      const pauseMs = this.#pauseMs(tookMs);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    this.#begunAtMs.delete(key);
    this.#lanes.delete(key);
  }

  async #storeBatch(key: number, batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    const items = batch.map(({ item }) => item);
    const answerAll = (answers: readonly Answer[]) => {
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('An item of a batch was not answered'));
        else resolve(answer);
      }
    };
    try {
      answerAll(await this.#store(key, items, answerAll));
    } catch (error) {
      if (batch.length > 1 && isOfAnItem(error)) {
        for (const one of batch) await this.#storeBatch(key, [one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}

/** SQLSTATEs of unusable data, broken constraints, deadlocks, and rules of ours, such as final results. */
const OF_AN_ITEM = /^(?:22|23|40|BL)/;

/** Whether an error may be the fault of one item, so that the others go on without it. Nothing was stored then. */
function isOfAnItem(error: unknown): boolean {
  if (!(error instanceof Error) || isDatabaseAway(error)) return false;
  return 'code' in error && typeof error.code === 'string' && OF_AN_ITEM.test(error.code);
}
