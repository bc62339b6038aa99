import type { PairedRequest, PairedResult, SandboxSlot } from '#sandbox/sandbox.ts';

/** Side of a pair: one of two programs, with its container. */
export interface PairSide {
  slot: SandboxSlot;
  request: PairedRequest;
}

export interface PairResult {
  left: PairedResult;
  right: PairedResult;
}

export interface PairOptions {
  /**
   * Called when the first of the two has ended: returns the time in ms after which the other one is stopped;
   * `undefined` for never.
   */
  patienceMs?(ended: keyof PairResult, result: PairedResult): number | undefined;
}

/**
 * Runs two programs connected to each other: the standard output of each is the standard input of the other, without
 * a relay. When one ends, the other one reads the end of its input, and its further output is discarded; no program
 * dies of a closed pipe. `endedUs` gives the order of the ends reliably: a program can notice the other's end only
 * after that was recorded.
 */
export async function runPair(
  left: PairSide,
  right: PairSide,
  options: PairOptions = {},
): Promise<PairResult> {
  const [leftRun, rightRun] = left.slot.runWith(left.request, right.slot, right.request);
  const first = await Promise.race([
    leftRun.then((result) => ({ ended: 'left', result, other: right.slot }) as const),
    rightRun.then((result) => ({ ended: 'right', result, other: left.slot }) as const),
  ]);
  const broke = first.result.cause === 'internal';
  const patienceMs = broke ? 0 : options.patienceMs?.(first.ended, first.result);
  const stop = () => first.other.stop().catch(() => undefined); // the runs themselves fail when the sandbox died
  const timer = patienceMs === undefined ? undefined : setTimeout(stop, patienceMs);
  try {
    const [leftResult, rightResult] = await Promise.all([leftRun, rightRun]);
    return { left: leftResult, right: rightResult };
  } finally {
    clearTimeout(timer);
  }
}
