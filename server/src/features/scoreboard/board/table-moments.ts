import { type ContestTimes, nextTableMomentMs } from '@balloon/domain/contests/contest-phase.ts';

/** Two clocks differ a little, and who comes early has to come again. */
const LATE_MS = 20;
/** A replay changes a table at most so often. */
const REPLAY_EVERY_MS = 3_000;
/** A timer of Node cannot wait for more than 24 days; somebody looks at the table before. */
const MAX_WAIT_MS = 20 * 24 * 3_600_000;

interface Expected {
  timer: NodeJS.Timeout;
  nextMs: number;
  /** When the timer is due, in ms of `performance.now`. */
  dueMs: number;
}

/** Waits for the moments at which tables look different although nothing happened, such as the end of a freeze. */
export class TableMoments {
  readonly #expected = new Map<number, Expected>();
  readonly #listeners = new Set<(contestId: number) => void>();

  /**
   * Tells of each moment. Who is told looks at the table, by which the moment after it is expected.
   *
   * @returns the function that stops it
   */
  on(listener: (contestId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Waits for the next moment of a contest instead of the one that was expected before.
   *
   * @param nowMs clock of the database
   * @param replayedMs when a replay changes the table next; changes shortly after each other make one moment
   */
  expectNext(
    contestId: number,
    contest: ContestTimes,
    nowMs: number,
    replayedMs: number | null = null,
  ): void {
    const ownMs = nextTableMomentMs(contest, nowMs);
    const nextMs =
      replayedMs === null
        ? ownMs
        : Math.min(ownMs ?? Number.POSITIVE_INFINITY, Math.max(replayedMs, nowMs + REPLAY_EVERY_MS));
    if (nextMs === null || nextMs - nowMs > MAX_WAIT_MS) {
      this.#forget(contestId);
      return;
    }
    const waitMs = nextMs - nowMs + LATE_MS;
    const dueMs = performance.now() + waitMs;
    const before = this.#expected.get(contestId);
    // Many looks put off what a replay brings, if each of them began to wait anew.
    if (replayedMs !== null && before && performance.now() < before.dueMs && before.dueMs <= dueMs) return;
    // Each look at a table asks for it; the clock of the database may have been set meanwhile.
    if (before?.nextMs === nextMs && Math.abs(before.dueMs - dueMs) < LATE_MS) return;
    this.#forget(contestId);
    const timer = setTimeout(() => this.#tell(contestId), waitMs).unref();
    this.#expected.set(contestId, { timer, nextMs, dueMs });
  }

  forgetAll(): void {
    for (const contestId of [...this.#expected.keys()]) this.#forget(contestId);
  }

  #forget(contestId: number): void {
    clearTimeout(this.#expected.get(contestId)?.timer);
    this.#expected.delete(contestId);
  }

  #tell(contestId: number): void {
    this.#expected.delete(contestId);
    for (const listener of this.#listeners) listener(contestId);
  }
}
