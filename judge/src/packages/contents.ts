import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, link, mkdir, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PACKAGE_LIMITS, tooLarge } from '@balloon/packages/opening/limits.ts';
import type { BlobCache } from '#cache/blob-cache.ts';

/** Hash and size of a stored content. */
export interface Stored {
  sha256: string;
  bytes: number;
  path: string;
}

/** Files of a package by their hashes: serves a build as the judge's blob cache serves a contest. */
export interface Contents extends BlobCache {
  /**
   * Puts a file into the store. It is copied, unless it was unpacked for this build: then the store has a link to it, so that
   * tests of gigabytes lie on the disk once.
   *
   * @param asText turns CR LF into LF: packages made on Windows contain such tests, and programs that read them on
   *   Linux fail
   */
  add(path: string, asText?: boolean): Promise<Stored>;
  /** Stores a program's output; the file itself may be rewritten afterwards. */
  take(path: string): Promise<Stored>;
  addText(text: string): Promise<Stored>;
  /** hash → absolute path */
  readonly paths: ReadonlyMap<string, string>;
}

export interface ContentsOptions {
  /** Folder on the same disk whose files nobody else uses. */
  ownFolder?: string | null;
  /** Bound in bytes on all files together: generators could otherwise fill the disk. */
  maxBytes?: number | undefined;
}

/** Opens an empty store in a folder, which must be readable for the sandbox. */
export async function openContents(
  folder: string,
  { ownFolder = null, maxBytes = PACKAGE_LIMITS.totalBytes }: ContentsOptions = {},
): Promise<Contents> {
  await mkdir(folder, { recursive: true });
  let totalBytes = 0;
  const paths = new Map<string, string>();
  let partNumber = 0;

  /** Notes a file of the store, unless it is too much. @throws {PackageError} */
  function note(sha256: string, bytes: number, path: string): Stored {
    if (!paths.has(sha256)) totalBytes += bytes;
    if (totalBytes > maxBytes)
      throw tooLarge('The tests and other files of the problem have together', maxBytes);
    paths.set(sha256, path);
    return { sha256, bytes, path };
  }

  async function store(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, asText: boolean) {
    partNumber += 1;
    const part = join(folder, `${partNumber}.part`);
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const sink = createWriteStream(part);
    try {
      if (asText) await pipeline(source, new WithoutCarriageReturns(), counted, sink);
      else await pipeline(source, counted, sink);
      const sha256 = hash.digest('hex');
      const path = join(folder, sha256);
      await chmod(part, 0o644); // whatever the umask: programs in the sandbox read it
      await rename(part, path);
      return note(sha256, bytes, path);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Links a file that needs no change; null for one that does. */
  async function linked(own: string, asText: boolean): Promise<Stored | null> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(own, { highWaterMark: READ_BYTES })) {
      if (asText && chunk.includes(CARRIAGE_RETURN)) return null;
      hash.update(chunk);
      bytes += chunk.length;
    }
    const sha256 = hash.digest('hex');
    const path = join(folder, sha256);
    if (!paths.has(sha256)) await link(own, path);
    await chmod(path, 0o644);
    return note(sha256, bytes, path);
  }

  return {
    paths,
    maxBytes: Number.POSITIVE_INFINITY,
    async add(path, asText = false) {
      const isOwn = ownFolder !== null && path.startsWith(ownFolder + sep);
      const found = isOwn ? await linked(path, asText) : null;
      return found ?? (await store(createReadStream(path), asText));
    },
    addText: (text) => store([Buffer.from(text)], false),
    async take(path) {
      partNumber += 1;
      const taken = join(folder, `${partNumber}.taken`);
      await rename(path, taken);
      try {
        return await store(createReadStream(taken), false);
      } finally {
        await rm(taken, { force: true });
      }
    },
    async hold(sha256) {
      const path = paths.get(sha256);
      if (path === undefined) throw new Error(`The package has no content ${sha256}`);
      return { path, [Symbol.dispose]() {} };
    },
  };
}

const READ_BYTES = 1024 * 1024;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** Replaces CR LF by LF; a CR alone stays. */
class WithoutCarriageReturns extends Transform {
  #endsWithCarriageReturn = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#endsWithCarriageReturn ? Buffer.concat([Buffer.of(CARRIAGE_RETURN), chunk]) : chunk;
    this.#endsWithCarriageReturn = bytes.at(-1) === CARRIAGE_RETURN;
    const whole = this.#endsWithCarriageReturn ? bytes.subarray(0, -1) : bytes;
    done(null, whole.includes(CARRIAGE_RETURN) ? withLineFeedsOnly(whole) : whole);
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#endsWithCarriageReturn ? Buffer.of(CARRIAGE_RETURN) : undefined);
  }
}

function withLineFeedsOnly(bytes: Buffer): Buffer {
  const kept = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) continue;
    kept[length] = bytes[at] as number;
    length += 1;
  }
  return kept.subarray(0, length);
}
