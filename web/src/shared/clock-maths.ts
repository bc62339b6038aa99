/** One question to the server about its time; all instants in milliseconds. */
export interface ClockSample {
  sentAtMs: number;
  receivedAtMs: number;
  serverNowMs: number;
}

/** How far the server's clock is ahead of ours, taking the way there to be as long as the way back. */
export function clockOffsetMs({ sentAtMs, receivedAtMs, serverNowMs }: ClockSample): number {
  const tripMs = Math.max(0, receivedAtMs - sentAtMs);
  return serverNowMs + tripMs / 2 - receivedAtMs;
}

/**
 * Whether our clock jumped between two looks at it: the device slept or somebody set the time.
 * `monotonic` is a clock that nobody can set, and that stands still in sleep on some systems.
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

/** Until the next whole second of that clock, so that all countdowns step together. */
export function msToNextSecond(nowMs: number): number {
  return 1000 - (((nowMs % 1000) + 1000) % 1000);
}
