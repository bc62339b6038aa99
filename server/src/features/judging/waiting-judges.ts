/** A claim that waits. It listens before it looks, so that work which arrives in between is not missed. */
export interface Ticket {
  /** Resolves when there may be work, the time is over, or the claim was given up. */
  woken(timeoutMs: number): Promise<void>;
  /** The judge hung up or the server stops: stop waiting. */
  giveUp(): void;
  readonly isGivenUp: boolean;
  /** Stops listening. A wake-up that came but was not used goes to the next one. */
  leave(): void;
}

/**
 * The claims that wait in this process. One announcement wakes one claim, the longest waiting one whose judge
 * has the language; a claim that got work wakes the next (`pass`), because one announcement may stand for
 * several solutions. So a burst is taken without every judge asking the database at once.
 */
export class WaitingJudges {
  readonly #waiting = new Set<WaitingClaim>();

  enter(languageKeys: readonly string[]): Ticket {
    const claim = new WaitingClaim(languageKeys, () => {
      this.#waiting.delete(claim);
      if (claim.wokenBy !== null) this.wake(claim.wokenBy);
    });
    this.#waiting.add(claim);
    return claim;
  }

  /** There is work in this language. */
  wake(languageKey: string) {
    for (const claim of this.#waiting) {
      if (claim.tryWake(languageKey)) return;
    }
  }

  /** Announcements may have been missed: everybody looks. */
  wakeAll() {
    for (const claim of this.#waiting) {
      for (const languageKey of claim.languageKeys) if (claim.tryWake(languageKey)) break;
    }
  }

  /** Ends all waiting, for a server that stops. */
  giveUpAll() {
    for (const claim of this.#waiting) claim.giveUp();
  }
}

class WaitingClaim implements Ticket {
  readonly languageKeys: readonly string[];
  readonly #leave: () => void;
  #stopWaiting: (() => void) | null = null;
  #isGivenUp = false;
  /** The language of a wake-up that nobody has looked after yet. */
  wokenBy: string | null = null;

  constructor(languageKeys: readonly string[], leave: () => void) {
    this.languageKeys = languageKeys;
    this.#leave = leave;
  }

  get isGivenUp() {
    return this.#isGivenUp;
  }

  tryWake(languageKey: string): boolean {
    if (this.#isGivenUp || this.wokenBy !== null || !this.languageKeys.includes(languageKey)) return false;
    this.wokenBy = languageKey;
    this.#stopWaiting?.();
    return true;
  }

  async woken(timeoutMs: number): Promise<void> {
    if (this.wokenBy === null && !this.#isGivenUp) await this.#wait(timeoutMs);
    this.wokenBy = null; // the caller looks now
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
