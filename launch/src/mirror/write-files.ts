import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Takes a tenth of the time of the best quality and makes files a twentieth larger. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Endings of the compressed forms of a file, by the coding that they are. */
export const CODINGS = { br: '.br', gzip: '.gz' } as const;

/** Writes a file and its compressed forms; whoever reads meanwhile gets the file before or the file after. */
export async function writePacked(folder: string, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await replaceFile(path.join(folder, `${name}${CODINGS.br}`), await toBrotli(bytes, BROTLI));
  await replaceFile(path.join(folder, `${name}${CODINGS.gzip}`), await toGzip(bytes));
  await replaceFile(path.join(folder, name), bytes);
}

async function replaceFile(file: string, content: Buffer): Promise<void> {
  const half = `${file}.half`;
  await writeFile(half, content);
  await rename(half, file);
}
