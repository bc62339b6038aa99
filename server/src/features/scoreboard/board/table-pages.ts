import type { PackedPage } from '#http/answers/packed-page.ts';

/** Memory for pages; those that were used least lately give way. */
const MAX_BYTES = 64 * 1024 * 1024;
/** How old a page may be while the process has no time left to make it anew at each change. */
const MAX_AGE_MS = 300;
/** Share of the process' time that pages may take while all of them are exact, and for how long they may take more. */
const SHARE = 0.2;
const MAX_SAVED_MS = 300;

/** State of the data that a page is made of. */
export interface PageVersion {
  board: number;
  facts: number;
}

interface KeptPage {
  version: PageVersion;
  madeAtMs: number;
  page: Promise<PackedPage>;
  /** The page once it is made. */
  made: PackedPage | null;
  sizeBytes: number;
}

/**
 * Pages of tables in memory, each made once per version.
 *
 * Theory of operation. A page is made when somebody asks for a version that nobody asked for before; all who ask
 * meanwhile wait for the same. While changes come faster than the process can make pages, those a few hundred
 * milliseconds old are good enough for people about whom nothing changed.
 */
export class TablePages {
  /** Least lately used first. */
  readonly #pages = new Map<string, KeptPage>();
  #sizeBytes = 0;
  #savedMs = MAX_SAVED_MS;
  #savedAtMs: number;
  readonly #clock: () => number;

  /** @param clock time in ms, which never goes back */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
    this.#savedAtMs = clock();
  }

  /**
   * The page of a key, made by `make` unless it is known.
   *
   * @param version newest one, with the version of the board that is the least that this person must see
   */
  async read(
    key: string,
    version: PageVersion & { atLeast: number },
    make: () => Promise<PackedPage>,
  ): Promise<PackedPage> {
    const known = this.#find(key, version);
    if (known) return known.page;
    const nowMs = this.#clock();
    this.#drop(key);
    const kept: KeptPage = { version, madeAtMs: nowMs, page: make(), made: null, sizeBytes: 0 };
    this.#pages.set(key, kept);
    try {
      const page = await kept.page;
      kept.made = page;
      this.#spend(this.#clock() - nowMs);
      if (this.#pages.get(key) === kept) this.#count(kept, page.sizeBytes);
      return page;
    } catch (error) {
      if (this.#pages.get(key) === kept) this.#drop(key);
      throw error;
    }
  }

  /** The page of a key where `read` would return one that is made already. */
  peek(key: string, version: PageVersion & { atLeast: number }): PackedPage | null {
    return this.#find(key, version)?.made ?? null;
  }

  /** Whether `read` would return a page that is known. */
  has(key: string, version: PageVersion & { atLeast: number }): boolean {
    const known = this.#pages.get(key);
    return known !== undefined && this.#serves(known, version, this.#clock());
  }

  clear(): void {
    this.#pages.clear();
    this.#sizeBytes = 0;
  }

  /** The page that serves, which is then the one that was used last. */
  #find(key: string, version: PageVersion & { atLeast: number }): KeptPage | undefined {
    const known = this.#pages.get(key);
    if (!known || !this.#serves(known, version, this.#clock())) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, known);
    return known;
  }

  #serves(known: KeptPage, version: PageVersion & { atLeast: number }, nowMs: number): boolean {
    return isSame(known.version, version) || this.#isGoodEnough(known, version, nowMs);
  }

  #isGoodEnough(
    { version, madeAtMs }: KeptPage,
    wanted: PageVersion & { atLeast: number },
    nowMs: number,
  ): boolean {
    if (version.facts !== wanted.facts || version.board < wanted.atLeast) return false;
    this.#spend(0);
    return this.#savedMs <= 0 && nowMs - madeAtMs < MAX_AGE_MS;
  }

  #spend(tookMs: number): void {
    const nowMs = this.#clock();
    const earned = (nowMs - this.#savedAtMs) * SHARE;
    this.#savedAtMs = nowMs;
    this.#savedMs = Math.max(-MAX_SAVED_MS, Math.min(MAX_SAVED_MS, this.#savedMs + earned) - tookMs);
  }

  #count(kept: KeptPage, sizeBytes: number): void {
    kept.sizeBytes = sizeBytes;
    this.#sizeBytes += sizeBytes;
    for (const key of this.#pages.keys()) {
      if (this.#sizeBytes <= MAX_BYTES) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#sizeBytes -= this.#pages.get(key)?.sizeBytes ?? 0;
    this.#pages.delete(key);
  }
}

const isSame = (one: PageVersion, other: PageVersion) =>
  one.board === other.board && one.facts === other.facts;
