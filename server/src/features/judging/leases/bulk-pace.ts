import { isOfMany, type Lease } from '#features/queue/claim.queries.ts';
import type { LiveSending } from '#features/queue/live-sending.ts';

/** Least time in ms between two of many that one web process hands out while people send. */
export const EVERY_MS = 25;
/** The same while no other place of a judge is free for what people send. */
const TO_LAST_PLACE_EVERY_MS = 250;

/**
 * Pace at which work of which there are many (solutions that are judged again, comparisons) is handed out while people send.
 *
 * Theory of operation. Judges ask for such work one after the other, with a pause after each that was given, and the last free
 * place gets one now and then only, so that what is sent meanwhile finds a place at once, and web and database have
 * time for it. Whoever is given one asks for a wake-up after the pause; a claim that comes too early waits like any other.
 */
export class BulkPace implements Disposable {
  readonly #sending: Pick<LiveSending, 'isLive'>;
  readonly #wake: (languageKey: string) => void;
  readonly #clock: () => number;
  #takenAtMs = Number.NEGATIVE_INFINITY;
  /** Language of what was given last. */
  #languageKey: string | null = null;
  /** Languages of the claims that came too early since the last wake-up; those of one kind are there once. */
  readonly #refused = new Map<string, readonly string[]>();
  #waking: NodeJS.Timeout | undefined;

  /**
   * @param wake wakes a claim for work in a language
   * @param clock time in ms, which never goes back
   */
  constructor(
    sending: Pick<LiveSending, 'isLive'>,
    wake: (languageKey: string) => void,
    clock = () => performance.now(),
  ) {
    this.#sending = sending;
    this.#wake = wake;
    this.#clock = clock;
  }

  /**
   * Whether a claim that is about to be made may be given such work; others may not, until `given` says what it was.
   *
   * @param isOtherFree whether another place of a judge waits for work
   * @param languageKeys those of such work that the claim takes
   */
  admits(isOtherFree: boolean, languageKeys: readonly string[]): boolean {
    const nowMs = this.#clock();
    if (!this.#sending.isLive(nowMs)) return true;
    const leftMs = this.#takenAtMs + (isOtherFree ? EVERY_MS : TO_LAST_PLACE_EVERY_MS) - nowMs;
    if (leftMs <= 0) {
      this.#takenAtMs = nowMs;
      return true;
    }
    this.#refused.set(languageKeys.join(' '), languageKeys);
    this.#wakeIn(leftMs);
    return false;
  }

  /**
   * Notes what a claim was given that `admits` had admitted.
   *
   * @returns whether the next claim may ask at once
   */
  given(lease: Lease | undefined): boolean {
    if (!lease || !isOfMany(lease)) {
      this.#takenAtMs = Number.NEGATIVE_INFINITY;
      return true;
    }
    this.#languageKey = lease.languageKey;
    if (!this.#sending.isLive(this.#clock())) return true;
    this.#wakeIn(EVERY_MS);
    return false;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#waking);
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#waking);
    this.#waking = setTimeout(() => {
      for (const key of this.#keysToWake()) this.#wake(key);
    }, ms).unref();
  }

  /** The language of what was given last, and one of each kind of claims that came too early and do not have it. */
  #keysToWake(): Set<string> {
    const chosen = new Set(this.#languageKey === null ? [] : [this.#languageKey]);
    for (const keys of this.#refused.values()) {
      const [first] = keys;
      if (first !== undefined && !keys.some((key) => chosen.has(key))) chosen.add(first);
    }
    this.#refused.clear();
    return chosen;
  }
}
