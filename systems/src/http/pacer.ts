import PQueue from 'p-queue';

/** Order of requests to one host: one starts at a time, and not sooner than allowed after the one before. */
export interface Pacer {
  /** Waits for the turn of the next request. */
  turn(signal?: AbortSignal): Promise<void>;
}

/** Makes the order of a host, shared by all accounts of it. @param everyMs shortest time between two starts */
export function createPacer(everyMs: number): Pacer {
  const queue = new PQueue(everyMs > 0 ? { intervalCap: 1, interval: everyMs, concurrency: 1 } : {});
  return {
    async turn(signal) {
      await queue.add(() => undefined, signal ? { signal } : {});
    },
  };
}
