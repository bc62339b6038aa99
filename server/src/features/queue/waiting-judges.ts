/** Claim that waits. It listens before the first query, so that work which arrives in between is not missed. */
export interface Ticket {
  /** Resolves when there may be work, the time is over, or the claim was cancelled. */
  woken(timeoutMs: number): Promise<void>;
  /** Notes that the queue is about to be asked, which uses a wake-up; the next one is for the time after. */
  asks(): void;
  /** Stops waiting, because the judge disconnected or the server stops. */
  giveUp(): void;
  readonly isGivenUp: boolean;
  /** Stops listening. An unused wake-up goes to the next claim. */
  leave(): void;
}

/**
 * Claims that wait in this process. An announcement wakes one claim, the longest waiting one whose judge has the
 * language; a claim that got work wakes the next one, because an announcement may stand for several solutions. In a
 * burst, not every judge queries the database at once.
 */
export class WaitingJudges {
  readonly #waiting = new Set<WaitingClaim>();
  #isOver = false;

  enter(languageKeys: readonly string[]): Ticket {
    const claim = new WaitingClaim(languageKeys, () => {
      this.#waiting.delete(claim);
      if (claim.wokenBy !== null) this.wake(claim.wokenBy);
    });
    this.#waiting.add(claim);
    if (this.#isOver) claim.giveUp();
    return claim;
  }

  /** Whether a claim sleeps that has one of these languages. */
  hasIdle(languageKeys: readonly string[]): boolean {
    for (const claim of this.#waiting) {
      if (claim.isIdle && languageKeys.some((key) => claim.languageKeys.includes(key))) return true;
    }
    return false;
  }

  /** Wakes a claim for work in this language. */
  wake(languageKey: string) {
    for (const claim of this.#waiting) {
      if (claim.tryWake(languageKey)) return;
    }
  }

  /** Wakes all claims, because announcements may have been missed. */
  wakeAll() {
    for (const claim of this.#waiting) {
      for (const languageKey of claim.languageKeys) if (claim.tryWake(languageKey)) break;
    }
  }

  /** Cancels all waiting, also that of claims on their way, for a server that stops. */
  giveUpAll() {
    this.#isOver = true;
    for (const claim of this.#waiting) claim.giveUp();
  }
}

class WaitingClaim implements Ticket {
  readonly languageKeys: readonly string[];
  readonly #leave: () => void;
  #stopWaiting: (() => void) | null = null;
  #isGivenUp = false;
  /** Language of a wake-up that is not used yet. */
  wokenBy: string | null = null;

  constructor(languageKeys: readonly string[], leave: () => void) {
    this.languageKeys = languageKeys;
    this.#leave = leave;
  }

  get isGivenUp() {
    return this.#isGivenUp;
  }

  get isIdle() {
    return this.#stopWaiting !== null;
  }

  tryWake(languageKey: string): boolean {
    if (this.#isGivenUp || this.wokenBy !== null || !this.languageKeys.includes(languageKey)) return false;
    this.wokenBy = languageKey;
    this.#stopWaiting?.();
    return true;
  }

  async woken(timeoutMs: number): Promise<void> {
    if (this.wokenBy === null && !this.#isGivenUp) await this.#wait(timeoutMs);
  }

  asks() {
    this.wokenBy = null;
  }

  #wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#stopWaiting?.(), timeoutMs);
      this.#stopWaiting = () => {
        clearTimeout(timer);
        this.#stopWaiting = null;
        resolve();
      };
    });
  }

  giveUp() {
    this.#isGivenUp = true;
    this.#stopWaiting?.();
  }

  leave() {
    this.#leave();
  }
}
