/** Time in ms between two ticks of the clock, and the longest that counts as such. */
const TICK_MS = 100;
const LONGEST_TICK_MS = 2 * TICK_MS;

/**
 * Clock that stops while this process stands still. What waited for the process alone is heard at once afterwards: by the
 * time of the wall it would look as if the database had taken as long.
 */
export class AwakeClock {
  #ms = 0;
  #tickedAtMs = performance.now();
  readonly #ticking = setInterval(() => this.#tick(), TICK_MS).unref();

  /** Time in ms since some instant, as far as this process was awake. */
  nowMs(): number {
    return this.#ms + Math.min(performance.now() - this.#tickedAtMs, LONGEST_TICK_MS);
  }

  #tick() {
    this.#ms = this.nowMs();
    this.#tickedAtMs = performance.now();
  }

  close() {
    clearInterval(this.#ticking);
  }
}
