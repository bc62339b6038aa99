import { addAbortListener } from 'node:events';
import type { BuildProgress } from '#packages/built-problem.ts';
import type { Contents } from '#packages/contents.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { Workshop } from '#workshop/workshop.ts';

export interface BuildHooks {
  progress(progress: BuildProgress): void;
  signal: AbortSignal;
  /** Waits until a step may take a core: an import must not slow a contest down. */
  beforeStep?(): Promise<void>;
}

/** Place where a package is built: the sandbox, the store of its files, and slots that its steps share. */
export interface BuildBench {
  workshop: Workshop;
  contents: Contents;
  signal: AbortSignal;
  /** Runs a step on the next free slot. */
  onSlot<T>(work: (slot: JudgingSlot) => Promise<T>): Promise<T>;
  /**
   * Runs a step for each item, as many at once as there are slots, and reports the progress.
   *
   * @returns the results in the order of the items
   * @throws the error of the first failing step, after the steps in progress have ended
   */
  forEach<Item, T>(
    step: BuildProgress['step'],
    items: readonly Item[],
    what: (item: Item) => string,
    work: (item: Item, slot: JudgingSlot) => Promise<T>,
  ): Promise<T[]>;
}

export function createBuildBench(
  workshop: Workshop,
  contents: Contents,
  slots: readonly JudgingSlot[],
  hooks: BuildHooks,
): BuildBench {
  const free = [...slots];
  const waiting: ((slot: JudgingSlot) => void)[] = [];

  async function takeSlot(): Promise<JudgingSlot> {
    await hooks.beforeStep?.();
    hooks.signal.throwIfAborted();
    const slot = free.pop();
    if (slot) return slot;
    const { promise, resolve, reject } = Promise.withResolvers<JudgingSlot>();
    waiting.push(resolve);
    using _listening = addAbortListener(hooks.signal, () => {
      const place = waiting.indexOf(resolve);
      if (place >= 0) waiting.splice(place, 1);
      reject(hooks.signal.reason);
    });
    return await promise;
  }

  function giveBack(slot: JudgingSlot): void {
    const next = waiting.shift();
    if (next) next(slot);
    else free.push(slot);
  }

  async function onSlot<T>(work: (slot: JudgingSlot) => Promise<T>): Promise<T> {
    const slot = await takeSlot();
    try {
      return await work(slot);
    } finally {
      giveBack(slot);
    }
  }

  return {
    workshop: { ...workshop, blobs: contents },
    contents,
    signal: hooks.signal,
    onSlot,
    async forEach(step, items, what, work) {
      const total = items.length;
      let done = 0;
      const failures: unknown[] = [];
      const stepFor = (item: (typeof items)[number]) =>
        onSlot(async (slot) => {
          if (failures.length > 0) throw failures[0];
          hooks.progress({ step, done, total, what: what(item) });
          try {
            return await work(item, slot);
          } finally {
            done += 1;
          }
        });
      const noteFailure = (error: unknown) => {
        failures.push(error);
        throw error;
      };
      const settled = await Promise.allSettled(items.map((item) => stepFor(item).catch(noteFailure)));
      if (failures.length > 0) throw failures[0];
      return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
  };
}
