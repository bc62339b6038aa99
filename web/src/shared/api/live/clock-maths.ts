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

/** The browser's clocks at an instant: the one that people set, and one that cannot be set and stands still in sleep on some systems. */
export interface Clocks {
  wallMs: number;
  monotonicMs: number;
}

/** What a question for the server's time has found. */
export interface MeasuredClock {
  offsetMs: number;
  /** The offset is wrong by no more: half the time that question and answer took. */
  uncertainMs: number;
}

/**
 * Returns the offset of the server's clock as a question has found it.
 *
 * @returns null where the device slept or its clock was set meanwhile, so that the time of the way is unknown
 */
export function measuredClock(sent: Clocks, received: Clocks, serverNowMs: number): MeasuredClock | null {
  const tripMs = received.monotonicMs - sent.monotonicMs;
  if (Math.abs(received.wallMs - sent.wallMs - tripMs) > SAME_PACE_MS) return null;
  const offsetMs = clockOffsetMs({
    ...{ sentAtMs: received.wallMs - tripMs, receivedAtMs: received.wallMs },
    serverNowMs,
  });
  return { offsetMs, uncertainMs: tripMs / 2 };
}

/** Difference in ms up to which two clocks have gone alike. */
const SAME_PACE_MS = 250;

/**
 * Whether the browser's clock jumped between two readings: the device slept or the time was set. */
export function clockJumped(before: Clocks, now: Clocks, toleranceMs: number): boolean {
  const drift = now.wallMs - before.wallMs - (now.monotonicMs - before.monotonicMs);
  const pause = now.monotonicMs - before.monotonicMs;
  return Math.abs(drift) > toleranceMs || pause > 5_000 + toleranceMs;
}

/** Time until the next whole second of that clock, so that all countdowns step together. */
export function msToNextSecond(nowMs: number): number {
  return 1000 - (((nowMs % 1000) + 1000) % 1000);
}
