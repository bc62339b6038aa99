/**
 * Most results of a judge that are being stored while it goes on. A place waits with the next one, as with any other result, so
 * that a web which stores slowly is not given more and more of them.
 */
const MAX_UNDER_WAY = 16;

/** Results for whose storing no place of the judge waits. Each is kept, and sent again, until the web has stored or refused it. */
export class ResultsUnderWay {
  readonly #sending = new Set<Promise<void>>();

  get isFull(): boolean {
    return this.#sending.size >= MAX_UNDER_WAY;
  }

  /**
   * @param delivery settles when the web has stored or refused a result
   * @param failed takes the reason why a result could not be delivered
   */
  add(delivery: Promise<unknown>, failed: (error: unknown) => void): void {
    const sending = delivery.then(() => undefined, failed).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Resolves when none is left of those that were added until now. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending);
  }
}
