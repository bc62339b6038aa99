import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLruIndex } from '#cache/lru-index.ts';

/** Compiled programs by the hash of all their ingredients; each is a folder that a container shows as /box. */
export interface ProgramCache {
  /** Keeps the program from being evicted and returns its folder, or null when it is not cached. */
  hold(key: string): HeldProgram | null;
  /**
   * Makes a program in a folder of its own and caches it when `make` resolves to true. Two slots may make the same
   * one at the same time, within other limits: the second finds it done.
   */
  add(key: string, make: (folder: string) => Promise<boolean>): Promise<HeldProgram | null>;
}

export interface HeldProgram extends Disposable {
  folder: string;
}

/** Size in bytes counted for each program besides its files, so that the number of tiny ones has a bound too. */
const FOLDER_BYTES = 64 * 1024;

const UNFINISHED = '.part';
let partNumber = 0;

/** Number that the kernel chooses when the machine starts. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * Opens the cache in a folder; the least recently used programs are removed when it exceeds `maxBytes`. Programs are kept
 * until the machine starts again: after a power cut some may be there by name and empty, and to bring each to the disk
 * would cost every compilation.
 */
export async function openProgramCache(
  root: string,
  maxBytes: number,
  bootId = readFileSync(BOOT_ID, 'utf8').trim(),
): Promise<ProgramCache> {
  const folder = join(root, bootId);
  await mkdir(folder, { recursive: true });
  const older = (await readdir(root)).filter((name) => name !== bootId);
  for (const name of older) await rm(join(root, name), { recursive: true, force: true });
  const index = createLruIndex(maxBytes);
  for (const { name, bytes } of await programsOf(folder)) index.touch(name, bytes);

  function held(key: string): HeldProgram {
    index.hold(key);
    return { folder: join(folder, key), [Symbol.dispose]: () => index.letGo(key) };
  }

  function partFor(key: string): string {
    partNumber += 1;
    return join(folder, `${key}.${process.pid}.${partNumber}${UNFINISHED}`);
  }

  async function store(key: string, part: string): Promise<HeldProgram> {
    const bytes = sizeOf(part);
    // No await may come between the check of the index and the rename: another slot may be here as well.
    if (!index.has(key)) {
      renameSync(part, join(folder, key));
      index.touch(key, bytes);
    }
    const program = held(key);
    // Renamed first, so that the same program can be made again while the old one is being deleted.
    const evicted = index.evict().map((old) => {
      const trash = partFor(old);
      renameSync(join(folder, old), trash);
      return trash;
    });
    await Promise.all(evicted.map((trash) => rm(trash, { recursive: true, force: true })));
    return program;
  }

  return {
    hold(key) {
      return index.has(key) ? held(key) : null;
    },
    async add(key, make) {
      const part = partFor(key);
      mkdirSync(part);
      try {
        return (await make(part)) ? await store(key, part) : null;
      } finally {
        rmSync(part, { recursive: true, force: true });
      }
    },
  };
}

async function programsOf(folder: string) {
  const programs: { name: string; bytes: number; atMs: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(UNFINISHED)) await rm(path, { recursive: true, force: true });
    else programs.push({ name, bytes: sizeOf(path), atMs: (await stat(path)).mtimeMs });
  }
  return programs.sort((a, b) => a.atMs - b.atMs);
}

/**
 * Sums the sizes of files. A file with several names (the runtime that travels with scripts) counts as 0. Synchronous,
 * since a program is a file or two, and a trip to another thread costs more than the step.
 */
function sizeOf(folder: string): number {
  let bytes = FOLDER_BYTES;
  for (const name of readdirSync(folder)) {
    const { size, nlink } = statSync(join(folder, name));
    if (nlink === 1) bytes += size;
  }
  return bytes;
}
