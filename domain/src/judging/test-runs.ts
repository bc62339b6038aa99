/*
 * Results of the tests of one judging, packed: for each test four numbers in LEB128 (the steps from the number of the
 * test before, the id of the verdict, milliseconds, KB), so that a judging of fifty tests takes some 350 bytes.
 */

/** Result of one test within a judging. */
export interface TestRun {
  number: number;
  verdictId: number;
  timeMs: number;
  memoryKb: number;
}

/** The most tests of a judging that are kept. */
export const MAX_TEST_RUNS = 10_000;
/** The longest packed form: a number takes five bytes at most, a verdict one. */
export const MAX_TEST_RUNS_BYTES = MAX_TEST_RUNS * 16;

/** Packs results in the order of their numbers; those beyond `MAX_TEST_RUNS` are left out. */
export function packTestRuns(runs: readonly TestRun[]): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  const ordered = runs.toSorted((a, b) => a.number - b.number).slice(0, MAX_TEST_RUNS);
  for (const { number, verdictId, timeMs, memoryKb } of ordered) {
    for (const value of [number - last, verdictId, timeMs, memoryKb]) append(bytes, value);
    last = number;
  }
  return Uint8Array.from(bytes);
}

const MAX_VALUE = 2_147_483_647;

function append(bytes: number[], value: number): void {
  let rest = Math.min(Math.max(Math.round(value), 0), MAX_VALUE);
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Unpacks results; null when the bytes are no such results. */
export function unpackTestRuns(bytes: Uint8Array): TestRun[] | null {
  const runs: TestRun[] = [];
  let at = 0;
  let last = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; scale <= 0x80 ** 4; scale *= 0x80) {
      const byte = bytes[at];
      if (byte === undefined) return Number.NaN;
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    return Number.NaN;
  };
  while (at < bytes.length) {
    const [step, verdictId, timeMs, memoryKb] = [next(), next(), next(), next()];
    if (![step, verdictId, timeMs, memoryKb].every(Number.isFinite)) return null;
    last += step;
    runs.push({ number: last, verdictId, timeMs, memoryKb });
  }
  return runs;
}

/** How two judgings of a solution differ. */
export interface RunsDifference {
  /** Tests whose verdict is another one, or that only one of the two came to; by number. */
  changed: number[];
  /** CPU time of the tests that both came to. */
  common: { tests: number; beforeMs: number; afterMs: number };
}

/** Compares the tests of two judgings of a solution. */
export function compareTestRuns(before: readonly TestRun[], after: readonly TestRun[]): RunsDifference {
  const earlier = new Map(before.map((run) => [run.number, run]));
  const later = new Set(after.map(({ number }) => number));
  const changed = before.filter(({ number }) => !later.has(number)).map(({ number }) => number);
  const common = { tests: 0, beforeMs: 0, afterMs: 0 };
  for (const { number, verdictId, timeMs } of after) {
    const same = earlier.get(number);
    if (same?.verdictId !== verdictId) changed.push(number);
    if (!same) continue;
    common.tests += 1;
    common.beforeMs += same.timeMs;
    common.afterMs += timeMs;
  }
  return { changed: changed.sort((a, b) => a - b), common };
}
