import { LRUCache } from 'lru-cache';
import type { Announcements } from '#realtime/announcements.ts';

interface CacheBounds<Value> {
  /** Most values in memory; those that were used least lately give way. */
  maxEntries: number;
  /** How many of these a value counts for; one unless given. A value that is larger than all is not kept. */
  sizeOf?: (value: Value) => number;
  /** Age in ms at which a value is read again although nothing was announced. */
  maxAgeMs: number;
}

/** What a cache asks of announcements. */
type Source = Pick<Announcements, 'isListening' | 'on'>;

/** Name of a group of entries, such as the id of a contest or of an account; 7 and '7' are the same group. */
type Group = string | number;

/**
 * Small truths that many requests read, kept per process until an announcement says that they changed.
 *
 * Theory of operation. Each value belongs to a group (a contest, an account), and a change drops the group with all its
 * values. A group that is dropped while a value of it is being read prevents that the value is kept, so that nothing
 * read before a change is known after it; who asks after the change reads anew, who had asked before receives what was
 * true then. Missing values (`undefined`) are never kept: they may come at any moment. While no connection listens,
 * announcements may be lost, so that every value is read anew; `resync` drops them all.
 */
export class AnnouncedCache<Value extends object | undefined> {
  readonly #announcements: Source;
  readonly #maxAgeMs: number;
  readonly #kept: LRUCache<string, Kept<NonNullable<Value>>>;
  readonly #keysOf = new Map<string, Set<string>>();
  readonly #shared = new Map<string, SharedReading<Value>>();
  readonly #drops = new Drops();
  readonly #stop: () => void;

  constructor(
    announcements: Source,
    { maxEntries, maxAgeMs, sizeOf = () => 1 }: CacheBounds<NonNullable<Value>>,
  ) {
    this.#announcements = announcements;
    this.#maxAgeMs = maxAgeMs;
    this.#kept = new LRUCache({
      maxSize: maxEntries, // `max` would take the memory for all of them at once
      sizeCalculation: ({ value }) => sizeOf(value),
      dispose: (kept, key) => this.#forget(kept, key),
    });
    this.#stop = announcements.on('resync', () => this.clear());
  }

  /** The value of a key if it is known. */
  peek(key: string): NonNullable<Value> | undefined {
    if (!this.#announcements.isListening) return undefined;
    const kept = this.#kept.get(key);
    return kept && performance.now() - kept.atMs < this.#maxAgeMs ? kept.value : undefined;
  }

  /**
   * Gives the value of a key, read by `load` unless it is known. Those who ask at the same moment share one reading.
   *
   * @param group what the value belongs to; the key itself when a group has one value
   * @throws what `load` throws; nothing is kept then
   */
  async read(key: string, load: () => Promise<Value>, group: Group = key): Promise<Value> {
    if (!this.#announcements.isListening) return load();
    const known = this.peek(key);
    if (known) return known;
    const shared = this.#shared.get(key);
    if (shared?.isTrue()) return shared.value;
    const reading = this.#beginReading(key, load, group);
    this.#shared.set(key, reading);
    return reading.value;
  }

  /**
   * Lets `work` read values whose groups it learns by reading, and keep those whose groups were not dropped meanwhile.
   */
  async reading<Result>(work: (keep: Keep<NonNullable<Value>>) => Promise<Result>): Promise<Result> {
    const span = this.#drops.begin();
    try {
      return await work((key, value, group) => {
        if (span.isFree(group)) this.#keep(key, value, group);
      });
    } finally {
      span.end();
    }
  }

  /** Forgets the values of a group. */
  drop(group: Group): void {
    this.#drops.note(group);
    for (const key of [...(this.#keysOf.get(`${group}`) ?? [])]) this.#kept.delete(key);
  }

  /** Forgets everything. */
  clear(): void {
    this.#drops.noteAll();
    this.#kept.clear();
  }

  /** Stops listening for `resync`. */
  close(): void {
    this.#stop();
    this.clear();
  }

  #beginReading(key: string, load: () => Promise<Value>, group: Group): SharedReading<Value> {
    const span = this.#drops.begin();
    const value = load()
      .then((loaded) => {
        if (loaded && span.isFree(group)) this.#keep(key, loaded, group);
        return loaded;
      })
      .finally(() => {
        // Both at once: an ended span no longer knows what was dropped, so that nobody may share it.
        span.end();
        if (this.#shared.get(key) === reading) this.#shared.delete(key);
      });
    const reading = { value, isTrue: () => span.isFree(group) };
    return reading;
  }

  #keep(key: string, value: NonNullable<Value>, group: Group): void {
    if (!this.#announcements.isListening) return;
    this.#kept.set(key, { value, group, atMs: performance.now() });
    if (!this.#kept.has(key)) return; // it is larger than all that may be kept
    const keys = this.#keysOf.get(`${group}`) ?? new Set();
    this.#keysOf.set(`${group}`, keys.add(key));
  }

  #forget({ group }: Kept<unknown>, key: string): void {
    const keys = this.#keysOf.get(`${group}`);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(`${group}`);
  }
}

type Keep<Value> = (key: string, value: Value, group: Group) => void;

interface Kept<Value> {
  value: Value;
  group: Group;
  atMs: number;
}

interface SharedReading<Value> {
  value: Promise<Value>;
  /** Whether what is being read has not been dropped since the reading began. */
  isTrue(): boolean;
}

/** Groups that are dropped while something is read. */
class Drops {
  #spans = 0;
  #count = 0;
  #ofAll = 0;
  readonly #ofGroup = new Map<string, number>();

  /** Begins a span of reading, which must be ended. */
  begin() {
    this.#spans += 1;
    const atCount = this.#count;
    return {
      /** Whether the group has not been dropped since. */
      isFree: (group: Group) => Math.max(this.#ofAll, this.#ofGroup.get(`${group}`) ?? 0) <= atCount,
      end: () => {
        this.#spans -= 1;
        if (this.#spans === 0) this.#ofGroup.clear();
      },
    };
  }

  note(group: Group): void {
    this.#count += 1;
    if (this.#spans > 0) this.#ofGroup.set(`${group}`, this.#count);
  }

  noteAll(): void {
    this.#count += 1;
    this.#ofAll = this.#count;
  }
}
