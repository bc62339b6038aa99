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
  #languageKey: string | null = null;
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
   */
  admits(isOtherFree: boolean): boolean {
    const nowMs = this.#clock();
    if (!this.#sending.isLive(nowMs)) return true;
    const leftMs = this.#takenAtMs + (isOtherFree ? EVERY_MS : TO_LAST_PLACE_EVERY_MS) - nowMs;
    if (leftMs > 0) this.#wakeIn(leftMs);
    else this.#takenAtMs = nowMs;
    return leftMs <= 0;
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
      if (this.#languageKey !== null) this.#wake(this.#languageKey);
    }, ms).unref();
  }
}
