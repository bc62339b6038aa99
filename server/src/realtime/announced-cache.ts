import { LRUCache } from 'lru-cache';
import type { Announcements } from '#realtime/announcements.ts';

interface CacheBounds {
  /** Most values in memory; those that were used least lately give way. */
  maxEntries: number;
  /** Age in ms at which a value is read again although nothing was announced. */
  maxAgeMs: number;
}

/**
 * Small truths that many requests read, kept per process until an announcement says that they changed.
 *
 * Theory of operation. Values belong to groups (a contest, an account), and a change drops the group. Those who ask
 * while a value is being read wait for the same reading. A group that is dropped during a reading forgets it, so that a
 * value read before a change is never kept after it: only those who had asked before the change receive it. While no
 * connection listens, announcements may be lost, so that every value is read anew; `resync` drops them all.
 */
export class AnnouncedCache<Value extends object> {
  readonly #announcements: Announcements;
  readonly #groups: LRUCache<string, Map<string, Kept<Value>>>;
  readonly #maxAgeMs: number;
  readonly #stop: () => void;

  constructor(announcements: Announcements, { maxEntries, maxAgeMs }: CacheBounds) {
    this.#announcements = announcements;
    this.#maxAgeMs = maxAgeMs;
    this.#groups = new LRUCache({ maxSize: maxEntries, sizeCalculation: ({ size }) => Math.max(1, size) });
    this.#stop = announcements.on('resync', () => this.#groups.clear());
  }

  /**
   * Gives the value of a key in a group, read by `load` unless it is known.
   *
   * @throws what `load` throws; nothing is kept then
   */
  async read(group: string | number, key: string, load: () => Promise<Value>): Promise<Value> {
    if (!this.#announcements.isListening) return load();
    const values = this.#groups.get(`${group}`) ?? new Map<string, Kept<Value>>();
    const known = values.get(key);
    if (known && performance.now() - known.atMs < this.#maxAgeMs) return known.value;
    const kept = { value: load(), atMs: performance.now() };
    values.set(key, kept);
    this.#groups.set(`${group}`, values); // counts its entries again
    try {
      return await kept.value;
    } catch (error) {
      if (values.get(key) === kept) values.delete(key);
      throw error;
    }
  }

  /** Forgets what is known of a group. */
  drop(group: string | number): void {
    this.#groups.delete(`${group}`);
  }

  /** Forgets everything. */
  clear(): void {
    this.#groups.clear();
  }

  /** Stops listening for `resync`. */
  close(): void {
    this.#stop();
    this.#groups.clear();
  }
}

interface Kept<Value> {
  value: Promise<Value>;
  atMs: number;
}
