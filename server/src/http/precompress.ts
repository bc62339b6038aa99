import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|json|svg|txt|map|webmanifest)$/;
/** Below this a packet is sent anyway. */
const WORTH_BYTES = 1024;

const COMPRESSORS = {
  '.br': (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: 9 }),
} as const;

/**
 * Puts `.br` and `.gz` beside the text files of a directory where they are missing or old, so that a hall
 * that opens the page at once costs no compression. Several processes may do it at the same time.
 */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile() && TEXT.test(entry.name)) await compressFile(path.join(entry.parentPath, entry.name));
  }
}

async function compressFile(file: string) {
  const { size, mtimeMs } = await stat(file);
  if (size < WORTH_BYTES) return;
  for (const [ending, compress] of Object.entries(COMPRESSORS)) {
    if (await isNewer(file + ending, mtimeMs)) continue;
    const unfinished = `${file}${ending}.${process.pid}`;
    await writeFile(unfinished, await compress(await readFile(file)));
    await rename(unfinished, file + ending); // nobody ever sees half a file
  }
}

async function isNewer(file: string, thanMs: number): Promise<boolean> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found !== null && found.mtimeMs >= thanMs;
}
