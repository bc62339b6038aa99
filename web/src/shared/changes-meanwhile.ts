/**
 * An answer of the server may be older than the events that came while it was on its way: put in the cache as it is, it
 * would undo them, and nobody would tell again. So what events change meanwhile is done to the answer too.
 */
export class ChangesMeanwhile<Data> {
  readonly #onTheirWay = new Set<((data: Data) => Data)[]>();

  /** Notes what an event changes; changes must bear to be made twice. */
  note(change: (data: Data) => Data): void {
    for (const noted of this.#onTheirWay) noted.push(change);
  }

  /** Asks, and makes the changes that were noted until the answer came. */
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
