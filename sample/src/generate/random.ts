/**
 * Random numbers that are the same on every machine and in every year: SplitMix64.
 *
 * @see Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014
 */
export class Random {
  #state: bigint;

  constructor(seed: number) {
    this.#state = BigInt(seed);
  }

  #next(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let mixed = this.#state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  }

  /** Returns a whole number, both ends included. */
  big(min: bigint, max: bigint): bigint {
    return min + (this.#next() % (max - min + 1n));
  }

  /** Returns a whole number, both ends included. */
  int(min: number, max: number): number {
    return Number(this.big(BigInt(min), BigInt(max)));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Returns a shuffled copy (Fisher and Yates). */
  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    const result: T[] = [];
    while (rest.length > 0) result.push(...rest.splice(this.int(0, rest.length - 1), 1));
    return result;
  }

  /** Returns `length` values made one after another. */
  list<T>(length: number, make: (index: number) => T): T[] {
    return Array.from({ length }, (_, index) => make(index));
  }
}
