/**
 * An answer of the server may be older than the events received while it was under way: cached as it is, it
 * would undo them. So changes by events in that time are applied to the answer too.
 */
export class ChangesMeanwhile<Data> {
  readonly #onTheirWay = new Set<((data: Data) => Data)[]>();

  /** Records the change of an event; changes must be idempotent. */
  note(change: (data: Data) => Data): void {
    for (const noted of this.#onTheirWay) noted.push(change);
  }

  /** Requests data and applies the changes recorded until the answer arrived. */
  async during(ask: () => Promise<Data>): Promise<Data> {
    const noted: ((data: Data) => Data)[] = [];
    this.#onTheirWay.add(noted);
    try {
      const data = await ask();
      return noted.reduce<Data>((changed, change) => change(changed), data);
    } finally {
      this.#onTheirWay.delete(noted);
    }
  }
}
