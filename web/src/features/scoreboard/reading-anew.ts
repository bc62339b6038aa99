/** Pause before a table is read anew: all open tables hear of a change at once, so each waits a random time. */
const READ_AFTER_MS = 300;
const SPREAD_MS = 1_200;
/** Readings in vain by which the pauses have become longest, about a minute. */
const MAX_DOUBLINGS = 6;

/** Decides when a table is read anew. */
export class ReadingAnew {
  #reasons: (() => boolean)[] = [];
  #readInVain = 0;

  /** Notes a reason to read; the function tells whether it still holds when the time has come. */
  ask(isNeeded: () => boolean): void {
    this.#reasons.push(isNeeded);
  }

  /** Whether any reason noted since the last call still holds: one that has passed does not hide the others. */
  take(): boolean {
    const reasons = this.#reasons;
    this.#reasons = [];
    return reasons.some((isNeeded) => isNeeded());
  }

  /** Notes whether a reading brought less than the server had told; a web process may be behind another one. */
  noteRead(isBehind: boolean): void {
    this.#readInVain = isBehind ? Math.min(this.#readInVain + 1, MAX_DOUBLINGS) : 0;
  }

  /** @param chance between 0 and 1 */
  pauseMs(chance: number): number {
    return (READ_AFTER_MS + chance * SPREAD_MS) * 2 ** Math.max(0, this.#readInVain - 1);
  }
}
