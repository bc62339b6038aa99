import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ZipFile } from 'yazl';
import { StartError } from '#start-error.ts';

const MAX_FILES = 100_000;

/**
 * Archive of a folder as a stream, without compressing anything: nothing of it is in memory or on the disk.
 *
 * @throws {StartError} a folder with too many files
 */
export async function zipOfFolder(folder: string): Promise<AsyncIterable<Uint8Array>> {
  const zip = new ZipFile();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  if (files.length > MAX_FILES) throw new StartError(`${folder} has more than ${MAX_FILES} files`);
  for (const { parentPath, name } of files) {
    const place = path.join(parentPath, name);
    const inside = path.relative(folder, place).split(path.sep).join('/');
    zip.addFile(place, inside, { compress: false });
  }
  zip.end();
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>;
}
