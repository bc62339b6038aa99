import { addAbortListener } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Waits. @throws {Error} the reason of the signal as soon as it aborts */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await orAbort(setTimeout(ms, undefined, { signal }), signal);
}

/** Waits for work, but no longer than until the signal aborts; the work itself goes on unheard. */
export async function orAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  const called = Promise.withResolvers<never>();
  using _listener = addAbortListener(signal, () => called.reject(signal.reason));
  return await Promise.race([work, called.promise]);
}

export interface BackOff {
  /** Waits a little longer each time, up to a bound, with a random part so that many workers do not return at once. */
  pause(signal: AbortSignal): Promise<void>;
  /** Shortens the next wait again, after a success. */
  reset(): void;
}

export function createBackOff(firstMs = 100, maxMs = 5_000, random: () => number = Math.random): BackOff {
  let nextMs = firstMs;
  return {
    async pause(signal) {
      const ms = nextMs * (0.5 + random() / 2);
      nextMs = Math.min(maxMs, nextMs * 2);
      await pause(ms, signal);
    },
    reset() {
      nextMs = firstMs;
    },
  };
}
