import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

export interface KeptFile {
  content: Buffer;
  etag: string;
}

/**
 * Files in memory, read again when they were replaced: a look at the disk's entry costs a tenth of reading and hashing.
 * What was not asked for the longest makes room for others.
 */
export class KeptFiles {
  readonly #mostBytes: number;
  readonly #kept = new Map<string, { version: string; file: KeptFile }>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** How much is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The file as it is now, or null when there is none. */
  async read(path: string): Promise<KeptFile | null> {
    const version = await versionOf(path);
    const known = this.#kept.get(path);
    this.#forget(path);
    if (version === null) return null;
    // Read after the look: a file that was replaced in between is read once more by the next request.
    const file = known?.version === version ? known.file : await readTagged(path);
    if (file !== null) this.#keep(path, version, file);
    return file;
  }

  #keep(path: string, version: string, file: KeptFile): void {
    this.#forget(path); // another request may have read it meanwhile
    this.#kept.set(path, { version, file });
    this.#bytes += file.content.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#bytes -= this.#kept.get(path)?.file.content.length ?? 0;
    this.#kept.delete(path);
  }
}

/** Tells contents apart without reading them: files are replaced as a whole, by another one of the same name. */
async function versionOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found?.isFile() ? `${found.ino} ${found.mtimeNs} ${found.size}` : null;
}

async function readTagged(path: string): Promise<KeptFile | null> {
  const content = await readFile(path).catch(() => null);
  return content && { content, etag: hash('sha256', content, 'base64url').slice(0, 22) };
}
