import { OrderedResults } from '#judging/ordered-results.ts';

/** Lane on a borrowed slot, until it is disposed of. */
export interface BorrowedLane<Lane> extends Disposable {
  /** Prepares the slot for this solution. */
  open(): Promise<Lane>;
  /** Aborts when the slot is needed elsewhere: its test is stopped, and begins again in another lane. */
  wanted: AbortSignal;
}

/** Numbers of tests that a lane runs one after another. */
export type Row = readonly [number, ...number[]];

export interface SharedTests<Lane, Result> {
  /** Number of tests. */
  count: number;
  /** Lane that is always there. */
  own: Lane;
  /** Borrows one more lane; null while there is none. */
  borrow(): BorrowedLane<Lane> | null;
  /**
   * Runs tests, from 0, one after another. Ends soon after `signal` aborts, in whatever way.
   *
   * @returns results of the first of them, at least of one; the others begin again
   */
  run(tests: Row, lane: Lane, signal: AbortSignal): Promise<Result[]>;
  /** Whether a test may be run in a row behind so many others; asked where no other lane could take it. */
  mayFollow(test: number, behind: number): boolean;
  /** Whether no test behind this result counts. */
  decides(result: Result): boolean;
  /** Receives the results that count, in order; true when no later one is wanted. */
  take(result: Result): boolean;
  /** Receives the first test that is not done, which only grows. */
  progress(test: number): void;
  signal: AbortSignal;
}

/**
 * Runs tests in their order in one lane, and in as many others as are free. The outcome is that of the one lane alone:
 * results count in order, and tests behind one that decides are stopped and forgotten.
 *
 * @throws {Error} what the first test that counts failed with, or an `AbortError` when aborted
 */
export async function shareTests<Lane, Result>(job: SharedTests<Lane, Result>): Promise<void> {
  const order = new OrderedResults<Result>(job.count);
  const running = new Map<number, AbortController>();
  const helpers = new Set<Promise<void>>();
  const never = new AbortController().signal;
  let change = Promise.withResolvers<void>();
  let canHelp = true;

  function changed(): void {
    for (const [test, dropped] of running) if (test >= order.end) dropped.abort();
    change.resolve();
    change = Promise.withResolvers();
  }

  /** Begins the next tests for a lane: one, or several where it runs them all the same. */
  function beginRow(isAlone: boolean): Row | null {
    const first = order.begin();
    if (first === undefined) return null;
    const row: [number, ...number[]] = [first];
    if (!isAlone) return row;
    let { next } = order;
    while (next !== undefined && job.mayFollow(next, row.length)) {
      order.begin();
      row.push(next);
      next = order.next;
    }
    return row;
  }

  /** Runs the next tests in a lane; false when none waits. */
  async function runNext(lane: Lane, wanted: AbortSignal): Promise<boolean> {
    // No other lane joins before a row of the own one has ended, so none of its tests is dropped meanwhile.
    const row = beginRow(wanted === never && helpers.size === 0);
    if (!row) return false;
    const dropped = new AbortController();
    running.set(row[0], dropped);
    const settle = (test: number, result: () => Result, decides: boolean) => {
      if (wanted.aborted) order.giveBack(test);
      else if (!dropped.signal.aborted) order.settle(test, result, decides);
    };
    // Nobody wants the own lane back, so there is nothing to join.
    const stopped = wanted === never ? dropped.signal : AbortSignal.any([dropped.signal, wanted]);
    try {
      const results = await job.run(row, lane, stopped);
      for (const [index, result] of results.entries())
        settle(row[index] ?? row[0], () => result, job.decides(result));
      for (const test of row.slice(results.length)) order.giveBack(test);
    } catch (error) {
      const rethrow = () => {
        throw error;
      };
      settle(row[0], rethrow, true);
    }
    running.delete(row[0]);
    changed();
    return true;
  }

  async function help(borrowed: BorrowedLane<Lane>): Promise<void> {
    using _borrowed = borrowed;
    const { wanted } = borrowed;
    try {
      const lane = await borrowed.open();
      for (let goesOn = true; goesOn; ) goesOn = !wanted.aborted && (await runNext(lane, wanted));
    } catch {
      canHelp = wanted.aborted; // the own lane runs every test that nobody else does
    }
  }

  function callHelpers(): void {
    // The own lane takes a test of those that wait, too.
    while (canHelp && helpers.size < order.waiting - 1) {
      const borrowed = job.borrow();
      if (!borrowed) return;
      const helping = help(borrowed).finally(() => helpers.delete(helping));
      helpers.add(helping);
    }
  }

  try {
    for (;;) {
      const untilChange = change.promise;
      job.signal.throwIfAborted();
      for (const result of order.take()) if (job.take(result)) order.endHere();
      if (order.first >= order.end) return;
      job.progress(order.first);
      callHelpers();
      if (!(await runNext(job.own, never))) await untilChange;
    }
  } finally {
    order.endHere();
    changed();
    await Promise.all(helpers);
  }
}
