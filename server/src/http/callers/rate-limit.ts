/** Keys remembered at most; forgetting one early lets one message too many pass. */
const MAX_KEYS = 1_000;

/** Lets something pass at most once in a while for each key. */
export class RateLimit {
  readonly #everyMs: number;
  readonly #passedAtMs = new Map<number, number>();

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  allows(key: number, nowMs = performance.now()): boolean {
    const lastMs = this.#passedAtMs.get(key);
    if (lastMs !== undefined && nowMs - lastMs < this.#everyMs) return false;
    if (this.#passedAtMs.size >= MAX_KEYS) this.#passedAtMs.clear();
    this.#passedAtMs.set(key, nowMs);
    return true;
  }
}
