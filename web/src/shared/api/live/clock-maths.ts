/** A request for the server's time; all instants in milliseconds. */
export interface ClockSample {
  sentAtMs: number;
  receivedAtMs: number;
  serverNowMs: number;
}

/** Returns how far the server's clock is ahead of the browser's, assuming equal delays in both directions. */
export function clockOffsetMs({ sentAtMs, receivedAtMs, serverNowMs }: ClockSample): number {
  const tripMs = Math.max(0, receivedAtMs - sentAtMs);
  return serverNowMs + tripMs / 2 - receivedAtMs;
}

/**
 * Whether the browser's clock jumped between two readings: the device slept or the time was set. `monotonicMs`
 * comes from a clock that cannot be set, and that stands still in sleep on some systems.
 */
export function clockJumped(
  before: { wallMs: number; monotonicMs: number },
  now: { wallMs: number; monotonicMs: number },
  toleranceMs: number,
): boolean {
  const drift = now.wallMs - before.wallMs - (now.monotonicMs - before.monotonicMs);
  const pause = now.monotonicMs - before.monotonicMs;
  return Math.abs(drift) > toleranceMs || pause > 5_000 + toleranceMs;
}

/** Time until the next whole second of that clock, so that all countdowns step together. */
export function msToNextSecond(nowMs: number): number {
  return 1000 - (((nowMs % 1000) + 1000) % 1000);
}
