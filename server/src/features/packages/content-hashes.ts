import { createHash, type Hash } from 'node:crypto';
import { readBlob } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';

/** Hash of the beginning of a content. */
export interface HashSoFar {
  hash: Hash;
  bytes: number;
}

/** The most uploads whose hashes are kept. */
const KEPT_MAX = 64;

/**
 * Hashes of uploads that arrive in pieces, kept from one piece to the next. A process that has not seen all of them (it was started
 * again, or another one has) reads the content once at the end.
 */
export class ContentHashes {
  readonly #kept = new Map<number, HashSoFar>();

  /** Takes the hash of what is stored of an upload; null when this process does not have it. */
  take(uploadId: number, bytes: number): HashSoFar | null {
    if (bytes === 0) return { hash: createHash('sha256'), bytes: 0 };
    const kept = this.#kept.get(uploadId);
    this.#kept.delete(uploadId);
    return kept?.bytes === bytes ? kept : null;
  }

  /** Keeps it for the next piece. */
  keep(uploadId: number, soFar: HashSoFar): void {
    this.#kept.set(uploadId, soFar);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Hash in hex of an upload that is stored to its end. */
  async end(db: Db, uploadId: number, draft: string, bytes: number): Promise<string> {
    const known = this.take(uploadId, bytes);
    if (known) return known.hash.digest('hex');
    const hash = createHash('sha256');
    for await (const chunk of readBlob(db, draft)) hash.update(chunk);
    return hash.digest('hex');
  }
}
