import type { PairedRequest, PairedResult, SandboxSlot } from '#sandbox/sandbox.ts';

/** One of two programs, and the container it runs in. */
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
   * Called when the first of the two has ended: after how many milliseconds the other one is stopped, should it still
   * run; `undefined` for never.
   */
  patienceMs?(ended: keyof PairResult, result: PairedResult): number | undefined;
}

/**
 * Runs two programs that talk to each other: what each writes to its standard output is the standard input of the
 * other, without anybody in between. When one ends, the other one reads the end of its input, and whatever it still
 * writes is thrown away; nobody dies of a closed pipe. `endedUs` tells who ended first, and not by chance: a
 * program can only hear of the other's end after that was noted.
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
  const stop = () => first.other.stop().catch(() => undefined); // a sandbox that died fails the runs themselves
  const timer = patienceMs === undefined ? undefined : setTimeout(stop, patienceMs);
  try {
    const [leftResult, rightResult] = await Promise.all([leftRun, rightRun]);
    return { left: leftResult, right: rightResult };
  } finally {
    clearTimeout(timer);
  }
}
