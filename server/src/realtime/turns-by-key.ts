import type { FastifyBaseLogger } from 'fastify';

/** Runs pieces of work with the same key one after the other, and different keys side by side. */
export class TurnsByKey {
  readonly #log: FastifyBaseLogger;
  readonly #last = new Map<number, Promise<void>>();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  take(key: number, work: () => Promise<void>) {
    this.takeAll([key], work);
  }

  /** Runs one piece of work in the turn of several keys: after the earlier work of each, before the later. */
  takeAll(keys: readonly number[], work: () => Promise<void>) {
    const turn = Promise.all(keys.map((key) => this.#last.get(key)))
      .then(work)
      .catch((error) => this.#log.error({ err: error }, 'a live event was not told'))
      .then(() => {
        for (const key of keys) if (this.#last.get(key) === turn) this.#last.delete(key);
      });
    for (const key of keys) this.#last.set(key, turn);
  }

  /** Resolves when what was taken for a key so far is done. */
  async done(key: number): Promise<void> {
    await this.#last.get(key);
  }
}
