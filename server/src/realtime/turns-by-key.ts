import type { FastifyBaseLogger } from 'fastify';

/** Runs pieces of work with the same key one after the other, and different keys side by side. */
export class TurnsByKey {
  readonly #log: FastifyBaseLogger;
  readonly #last = new Map<number, Promise<void>>();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  take(key: number, work: () => Promise<void>) {
    const turn = (this.#last.get(key) ?? Promise.resolve())
      .then(work)
      .catch((error) => this.#log.error({ err: error }, 'a live event was not told'))
      .then(() => {
        if (this.#last.get(key) === turn) this.#last.delete(key);
      });
    this.#last.set(key, turn);
  }

  /** Resolves when what was taken for a key so far is done. */
  async done(key: number): Promise<void> {
    await this.#last.get(key);
  }
}
