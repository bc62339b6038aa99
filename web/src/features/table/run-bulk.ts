/** What came of doing something to many. */
export interface BulkReport<Item> {
  done: Item[];
  failed: { item: Item; error: unknown }[];
  /** Not begun when it was stopped. */
  left: Item[];
}

export interface BulkOptions {
  /** Begins nothing more once aborted; what has begun is waited for. */
  signal: AbortSignal;
  onProgress: (finished: number) => void;
  /** Done at the same time. */
  parallel: number;
}

/** Does something to each item, a few at a time; a failure of one stops nobody else. */
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
