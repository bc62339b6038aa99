import { readFile, stat } from 'node:fs/promises';

/** Largest size of a text in bytes; real statements have kilobytes. */
const MAX_BYTES = 1_000_000;

const OLD_CHARSETS = ['windows-1251', 'koi8-r'] as const;

/**
 * Reads the text of a file with line ends as `\n`: UTF-8, or one of the charsets that Russian TeX was written in.
 *
 * @throws Error when it cannot be read or is too large
 */
export async function readStatementText(path: string): Promise<string> {
  // The size is checked before reading, because files of a package may have a gigabyte.
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
  return decodeStatement(await readFile(path)).replace(/\r\n?/g, '\n');
}

/** Decodes UTF-8, or else the old charset that gives most small letters: in the wrong one they become capitals. */
export function decodeStatement(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const texts = OLD_CHARSETS.map((name) => new TextDecoder(name).decode(bytes));
    return texts.reduce((best, text) => (smallLetters(text) > smallLetters(best) ? text : best));
  }
}

const smallLetters = (text: string) => text.match(/[а-яё]/g)?.length ?? 0;
