import { MAX_SOURCE_BYTES } from '@balloon/contracts/judging/solution-limits.ts';
import { InvalidInputError, TooLargeError } from '#errors.ts';
import type { Upload } from '#http/bodies/upload.ts';

/**
 * The text of a dropped source file, for the editor. UTF-8 and UTF-16 by their marks; what is no UTF-8 is
 * taken for windows-1251, which old Russian sources are in.
 *
 * @throws {TooLargeError} FILE_TOO_LARGE above what one submission may carry
 * @throws {InvalidInputError} FILE_IS_BINARY
 */
export async function readSourceFile(upload: Upload): Promise<string> {
  const text = decodeText(await readBounded(upload));
  // Compilers allow tabs and line ends; other control characters mean a program, an archive, a picture.
  if (BINARY.test(text)) throw new InvalidInputError('FILE_IS_BINARY', 'This is not a text file');
  return text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const BINARY = /[\u0000-\u0008\u000e-\u0019\u001c-\u001f]/;

async function readBounded(upload: Upload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of upload) {
    size += chunk.length;
    // Read to the end, or the browser would still be sending and never read the answer.
    if (size <= MAX_SOURCE_BYTES) chunks.push(chunk);
  }
  if (size > MAX_SOURCE_BYTES) {
    throw new TooLargeError('FILE_TOO_LARGE', `The file is larger than ${MAX_SOURCE_BYTES / 1024} KB`);
  }
  return Buffer.concat(chunks);
}

function decodeText(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1251').decode(content); // never fails: every byte means something
  }
}
