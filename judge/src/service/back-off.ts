import { setTimeout } from 'node:timers/promises';

export interface BackOff {
  /** Waits a little longer each time, up to a bound, with a random part so that many judges do not return at once. */
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
      await setTimeout(ms, undefined, { signal });
    },
    reset() {
      nextMs = firstMs;
    },
  };
}
