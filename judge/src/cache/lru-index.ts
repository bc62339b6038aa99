/** Index of a bounded cache on disk, which names the entries to delete. */
export interface LruIndex {
  readonly totalBytes: number;
  has(key: string): boolean;
  /** Adds an entry or moves it to the end of the queue. */
  touch(key: string, bytes: number): void;
  forget(key: string): void;
  /** Protects an entry from eviction while it is held. */
  hold(key: string): void;
  letGo(key: string): void;
  /**
   * Takes the least recently used entries out of the index until the rest fits; the caller deletes them.
   *
   * @param roomFor bytes that are to fit beside them
   */
  evict(roomFor?: number): string[];
  /** Takes out the least recently used entry, whatever fits; null when all are held. */
  evictOne(): string | null;
}

export function createLruIndex(maxBytes: number): LruIndex {
  // A Map keeps the order of insertion, so the oldest entry is the first one.
  const sizes = new Map<string, number>();
  const holds = new Map<string, number>();
  let totalBytes = 0;

  function forget(key: string): void {
    totalBytes -= sizes.get(key) ?? 0;
    sizes.delete(key);
  }

  function evictOne(): string | null {
    for (const key of sizes.keys()) {
      if (holds.has(key)) continue;
      forget(key);
      return key;
    }
    return null;
  }

  return {
    get totalBytes() {
      return totalBytes;
    },
    has: (key) => sizes.has(key),
    touch(key, bytes) {
      forget(key);
      sizes.set(key, bytes);
      totalBytes += bytes;
    },
    forget,
    hold(key) {
      holds.set(key, (holds.get(key) ?? 0) + 1);
    },
    letGo(key) {
      const left = (holds.get(key) ?? 0) - 1;
      if (left > 0) holds.set(key, left);
      else holds.delete(key);
    },
    evict(roomFor = 0) {
      const evicted: string[] = [];
      while (totalBytes + roomFor > maxBytes) {
        const key = evictOne();
        if (key === null) break;
        evicted.push(key);
      }
      return evicted;
    },
    evictOne,
  };
}
