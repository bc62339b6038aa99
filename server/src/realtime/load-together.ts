import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@balloon/database/connect.ts';

/** Most values of one query, so that none waits long for the others. */
const MAX_TOGETHER = 200;
/** Least time in ms between the beginnings of two queries of a crowd; whoever comes alone does not wait for it. */
const GATHER_MS = 10;

type Key = number | string;

interface Wanted<Found> {
  resolve: (found: Found | undefined) => void;
  reject: (reason: unknown) => void;
}

/**
 * Loads values by key: what is asked for while a query runs is loaded together by the next one, each value once.
 * A query begins after it was asked for, so it finds what was committed by then. Whoever is alone does not wait.
 */
export class LoadTogether<By extends Key, Found> {
  readonly #load: (keys: readonly By[]) => Promise<ReadonlyMap<By, Found>>;
  readonly #everyMs: number;
  readonly #wanted = new Map<By, Wanted<Found>[]>();
  #isLoading = false;
  #begunAtMs = Number.NEGATIVE_INFINITY;

  /** @param everyMs least time between the beginnings of two queries, so that a crowd needs few of them */
  constructor(load: (keys: readonly By[]) => Promise<ReadonlyMap<By, Found>>, everyMs = 0) {
    this.#load = load;
    this.#everyMs = everyMs;
  }

  /** Returns the value, or `undefined` when there is none. */
  get(key: By): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      const others = this.#wanted.get(key);
      if (others) others.push({ resolve, reject });
      else this.#wanted.set(key, [{ resolve, reject }]);
      if (!this.#isLoading) void this.#loadWanted();
    });
  }

  async #loadWanted(): Promise<void> {
    this.#isLoading = true;
    await Promise.resolve(); // all that is asked for in this turn of the event loop is in the first query
    while (this.#wanted.size > 0) {
      const waitMs = this.#begunAtMs + this.#everyMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      this.#begunAtMs = performance.now();
      await this.#loadSome([...this.#wanted].slice(0, MAX_TOGETHER));
    }
    this.#isLoading = false;
  }

  async #loadSome(some: readonly (readonly [By, Wanted<Found>[]])[]): Promise<void> {
    for (const [key] of some) this.#wanted.delete(key);
    try {
      const found = await this.#load(some.map(([key]) => key));
      for (const [key, wanted] of some) for (const { resolve } of wanted) resolve(found.get(key));
    } catch (error) {
      for (const [, wanted] of some) for (const { reject } of wanted) reject(error);
    }
  }
}

/**
 * Loads values by key, those of a crowd together, over each pool by itself. Thousands of pages that come back within
 * seconds ask for the same few things of thousands of people, and a query for each would keep the database busy with planning.
 */
export function loadingOver<By extends Key, Found>(
  load: (db: Db, keys: readonly By[]) => Promise<ReadonlyMap<By, Found>>,
): (db: Db) => LoadTogether<By, Found> {
  const loaders = new WeakMap<Db, LoadTogether<By, Found>>();
  return (db) => {
    const known = loaders.get(db) ?? new LoadTogether((keys) => load(db, keys), GATHER_MS);
    loaders.set(db, known);
    return known;
  };
}
