import { createHash, type Hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadBeingChecked } from '@balloon/contracts/problems/package-upload.ts';
import { readBlob } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';

/** Hash of the beginning of a content. */
export interface HashSoFar {
  hash: Hash;
  bytes: number;
}

/** Content that is read to its end for its hash. */
interface Reading {
  checkedBytes: number;
  /** Hash in hex. */
  sha256: Promise<string>;
}

/** The most uploads whose hashes are kept. */
const KEPT_MAX = 64;
/** Longest time in ms after which the end of an upload is answered; proxies wait for a minute. */
const ANSWERED_WITHIN_MS = 5_000;

/**
 * Hashes of uploads that arrive in pieces, kept from one piece to the next. A process that has not seen all of them (it was started
 * again, or another one has) reads the content once at the end.
 */
export class ContentHashes {
  readonly #kept = new Map<number, HashSoFar>();
  readonly #readings = new Map<number, Reading>();
  readonly #answeredWithinMs: number;

  constructor(answeredWithinMs = ANSWERED_WITHIN_MS) {
    this.#answeredWithinMs = answeredWithinMs;
  }

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

  /**
   * Hash in hex of an upload that is stored to its end. Reading gigabytes takes longer than a request may last: then the answer says
   * how far it is, and the reading goes on until the hash is asked for again.
   */
  async end(db: Db, uploadId: number, draft: string, bytes: number): Promise<string | UploadBeingChecked> {
    const reading = this.#readings.get(uploadId) ?? this.#begin(db, uploadId, draft, bytes);
    const answered = new AbortController();
    try {
      const { signal } = answered;
      const late = sleep(this.#answeredWithinMs, null, { signal });
      return (await Promise.race([reading.sha256, late])) ?? { checkedBytes: reading.checkedBytes };
    } finally {
      answered.abort();
    }
  }

  /** Forgets an upload that has a name now, or was given up. */
  forget(uploadId: number): void {
    this.#kept.delete(uploadId);
    this.#readings.delete(uploadId);
  }

  #begin(db: Db, uploadId: number, draft: string, bytes: number): Reading {
    const known = this.take(uploadId, bytes);
    const reading: Reading = { checkedBytes: known?.bytes ?? 0, sha256: Promise.resolve('') };
    reading.sha256 = known ? Promise.resolve(known.hash.digest('hex')) : hashOf(db, draft, reading);
    this.#readings.set(uploadId, reading);
    reading.sha256.catch(() => this.#readings.delete(uploadId)); // the next end begins anew
    return reading;
  }
}

async function hashOf(db: Db, draft: string, reading: Reading): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readBlob(db, draft)) {
    hash.update(chunk);
    reading.checkedBytes += chunk.length;
  }
  return hash.digest('hex');
}
