import { LRUCache } from 'lru-cache';
import { shortHash } from '#http/answers/packed-page.ts';

/** Memory for endings; those that were used least lately give way. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its texts. */
const ENTRY_BYTES = 300;

/** State of what an ending is made of. */
interface Version {
  board: number;
  facts: number;
}

/** The end of somebody's page, which holds their own row, and its hash. */
export interface OwnEnding {
  bytes: Buffer;
  hash: string;
}

/**
 * Ends of pages, by viewer and page, for as long as nothing changes: who asks again is answered without a look at the
 * board.
 */
export class OwnEndings {
  readonly #kept = new LRUCache<string, Version & OwnEnding>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => ENTRY_BYTES + bytes.length + 2 * key.length,
  });

  /** The ending of a key where it is known in a version. */
  peek(key: string, version: Version): OwnEnding | undefined {
    const known = this.#kept.get(key);
    return known?.board === version.board && known.facts === version.facts ? known : undefined;
  }

  /** The ending of a key in a version, made by `make` unless it is known. */
  async read(key: string, version: Version, make: () => Promise<string>): Promise<OwnEnding> {
    const known = this.peek(key, version);
    if (known) return known;
    const text = await make();
    const made = { ...version, bytes: Buffer.from(text), hash: shortHash(text) };
    this.#kept.set(key, made);
    return made;
  }

  clear(): void {
    this.#kept.clear();
  }
}
