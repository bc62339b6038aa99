/** Largest number of objects of one query, so that none waits long for the others. */
const MAX_TOGETHER = 200;

interface Wanted<Found> {
  resolve: (found: Found | undefined) => void;
  reject: (reason: unknown) => void;
}

/**
 * Loads objects by id: what is asked for while a query runs is loaded together by the next one, each object once.
 * A query begins after it was asked for, so it finds what was committed by then. Whoever is alone does not wait.
 */
export class LoadTogether<Found extends { id: number }> {
  readonly #load: (ids: readonly number[]) => Promise<readonly Found[]>;
  readonly #wanted = new Map<number, Wanted<Found>[]>();
  #isLoading = false;

  constructor(load: (ids: readonly number[]) => Promise<readonly Found[]>) {
    this.#load = load;
  }

  /** Returns the object, or `undefined` when there is none. */
  get(id: number): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      const others = this.#wanted.get(id);
      if (others) others.push({ resolve, reject });
      else this.#wanted.set(id, [{ resolve, reject }]);
      if (!this.#isLoading) void this.#loadWanted();
    });
  }

  async #loadWanted(): Promise<void> {
    this.#isLoading = true;
    await Promise.resolve(); // all that is asked for in this turn of the event loop is in the first query
    while (this.#wanted.size > 0) await this.#loadSome([...this.#wanted].slice(0, MAX_TOGETHER));
    this.#isLoading = false;
  }

  async #loadSome(some: readonly (readonly [number, Wanted<Found>[]])[]): Promise<void> {
    for (const [id] of some) this.#wanted.delete(id);
    try {
      const found = await this.#load(some.map(([id]) => id));
      const byId = new Map(found.map((one) => [one.id, one]));
      for (const [id, wanted] of some) for (const { resolve } of wanted) resolve(byId.get(id));
    } catch (error) {
      for (const [, wanted] of some) for (const { reject } of wanted) reject(error);
    }
  }
}
