/**
 * Results of tests that run in any order and count in the order of the tests: which one is to begin next, which results
 * are complete from the first on, and where the end is.
 */
export class OrderedResults<Result> {
  readonly #results = new Map<number, () => Result>();
  /** Tests that were begun and returned, in order. */
  readonly #returned: number[] = [];
  #fresh = 0;
  #taken = 0;
  #end: number;

  /** @param count number of tests */
  constructor(count: number) {
    this.#end = count;
  }

  /** The first test whose result is not taken yet, from 0. */
  get first(): number {
    return this.#taken;
  }

  /** Number of tests that count: all, or those up to the first result that decides. */
  get end(): number {
    return this.#end;
  }

  /** Number of tests that nobody has begun and that may still count. */
  get waiting(): number {
    return Math.max(0, this.#end - this.#fresh) + this.#returned.filter((test) => test < this.#end).length;
  }

  /** The first test that waits; `undefined` when none does. */
  get next(): number | undefined {
    const test = this.#returned[0] ?? this.#fresh;
    return test < this.#end ? test : undefined;
  }

  /** Begins the first test that waits; `undefined` when none does. */
  begin(): number | undefined {
    const test = this.next;
    if (test === undefined) return undefined;
    if (test === this.#fresh) this.#fresh += 1;
    else this.#returned.shift();
    return test;
  }

  /** Returns a test that was begun, for another one to run it. */
  giveBack(test: number): void {
    this.#returned.push(test);
    this.#returned.sort((a, b) => a - b);
  }

  /** @param result returns it, or throws what the test failed with; @param decides no later test counts */
  settle(test: number, result: () => Result, decides: boolean): void {
    this.#results.set(test, result);
    if (decides) this.#end = Math.min(this.#end, test + 1);
  }

  /** Takes the results that come next in order. */
  *take(): Generator<Result, void> {
    for (let next = this.#results.get(this.#taken); next; next = this.#results.get(this.#taken)) {
      if (this.#taken >= this.#end) return;
      this.#results.delete(this.#taken);
      this.#taken += 1;
      yield next();
    }
  }

  /** Lets no test count whose result is not taken. */
  endHere(): void {
    this.#end = this.#taken;
  }
}
