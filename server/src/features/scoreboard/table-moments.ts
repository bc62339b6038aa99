import { type ContestTimes, nextTableMomentMs } from '@balloon/domain/contest-phase.ts';

/** Two clocks differ a little, and who comes early has to come again. */
const LATE_MS = 20;
/** A timer of Node cannot wait for more than 24 days, and the clock of the database may be set meanwhile. */
const MAX_WAIT_MS = 3_600_000;

/** Waits for the moments at which tables look different although nothing happened, such as the end of a freeze. */
export class TableMoments {
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #onMoment: (contestId: number) => void;

  /** @param onMoment looks at the table of a contest, and then expects the moment after it */
  constructor(onMoment: (contestId: number) => void) {
    this.#onMoment = onMoment;
  }

  /**
   * Waits for the next moment of a contest instead of the one that was expected before.
   *
   * @param nowMs clock of the database
   */
  expectNext(contestId: number, contest: ContestTimes, nowMs: number): void {
    this.forget(contestId);
    const nextMs = nextTableMomentMs(contest, nowMs);
    if (nextMs === null) return;
    const waitMs = Math.min(nextMs - nowMs + LATE_MS, MAX_WAIT_MS);
    this.#timers.set(contestId, setTimeout(this.#onMoment, waitMs, contestId).unref());
  }

  forget(contestId: number): void {
    clearTimeout(this.#timers.get(contestId));
    this.#timers.delete(contestId);
  }

  forgetAll(): void {
    for (const contestId of [...this.#timers.keys()]) this.forget(contestId);
  }
}
