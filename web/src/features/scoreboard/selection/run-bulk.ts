/** Outcome of an action on many items. */
export interface BulkReport<Item> {
  done: Item[];
  failed: { item: Item; error: unknown }[];
  /** Items not begun when the run was stopped. */
  left: Item[];
}

export interface BulkOptions {
  /** Aborting begins no further items; those begun are waited for. */
  signal: AbortSignal;
  onProgress: (finished: number) => void;
  /** Number of items handled at the same time. */
  parallel: number;
}

/** Runs an action on each item, a few at a time; a failure does not stop the others. */
export async function runBulk<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onProgress, parallel }: BulkOptions,
): Promise<BulkReport<Item>> {
  const report: BulkReport<Item> = { done: [], failed: [], left: [] };
  const queue = [...items];
  async function work() {
    while (!signal.aborted) {
      const item = queue.shift();
      if (item === undefined) return;
      try {
        await act(item);
        report.done.push(item);
      } catch (error) {
        report.failed.push({ item, error });
      }
      onProgress(report.done.length + report.failed.length);
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  report.left = queue;
  return report;
}
