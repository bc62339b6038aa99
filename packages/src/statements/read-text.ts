import { readFile } from 'node:fs/promises';

/** Statements are kilobytes; what is larger is no statement. */
const MAX_BYTES = 4_000_000;

const OLD_CHARSETS = ['windows-1251', 'koi8-r'] as const;

/**
 * The text of a file with line ends as `\n`: UTF-8, or one of the charsets that Russian TeX was written in.
 *
 * @throws Error when it cannot be read or is too large
 */
export async function readStatementText(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes.byteLength > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
  return decodeStatement(bytes).replace(/\r\n?/g, '\n');
}

/** Of the old charsets, that in which the text looks like words: in the other one, small letters are capitals. */
export function decodeStatement(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const texts = OLD_CHARSETS.map((name) => new TextDecoder(name).decode(bytes));
    return texts.reduce((best, text) => (smallLetters(text) > smallLetters(best) ? text : best));
  }
}

const smallLetters = (text: string) => text.match(/[а-яё]/g)?.length ?? 0;
