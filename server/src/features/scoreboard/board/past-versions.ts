/** Most changes that are known apart; more are joined two by two. */
const MAX_STEPS = 1_000;

/**
 * Remembers which change was the last that altered the table as of an instant, so that pages of the past are kept while
 * later solutions come.
 */
export class PastVersions {
  /** From the earliest instant on; each is newer than those before it, and hides none of them. */
  #steps: { fromMs: number; version: number }[] = [];

  /** Notes that tables look different from an instant on. Versions only grow. */
  note(version: number, fromMs: number): void {
    if (fromMs === Number.POSITIVE_INFINITY) return;
    this.#steps = [...this.#steps.filter((step) => step.fromMs < fromMs), { fromMs, version }];
    if (this.#steps.length > MAX_STEPS) this.#steps = joinedInPairs(this.#steps);
  }

  /** The version that changed the table as of an instant last, or a later one; 0: none. */
  of(atMs: number): number {
    return this.#steps.findLast(({ fromMs }) => fromMs <= atMs)?.version ?? 0;
  }
}

/** Half of the steps: a change is taken to begin where the one before it does. */
function joinedInPairs<Step extends { fromMs: number; version: number }>(steps: readonly Step[]) {
  return steps.flatMap((step, index) => {
    const next = steps[index + 1];
    return index % 2 === 0 ? { fromMs: step.fromMs, version: next?.version ?? step.version } : [];
  });
}
