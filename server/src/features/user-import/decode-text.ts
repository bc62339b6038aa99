import { type Encoding, guessEncoding } from '@balloon/domain/text/guess-encoding.ts';
import { InvalidInputError } from '#errors.ts';

/** Control characters other than blanks: no spreadsheet writes them into CSV, pictures and archives are full of them. */
const BINARY = /[^\P{Cc}\s]/u;

/**
 * Text of a file, without its mark. Unless an encoding is named, it is that of the mark, or UTF-8 when the bytes are
 * that, or Windows-1251, in which every byte is a letter.
 *
 * @throws {InvalidInputError} CSV_NOT_TEXT
 */
export function decodeText(content: Buffer, wanted: Encoding | 'auto'): { text: string; encoding: Encoding } {
  const encoding = wanted === 'auto' ? guessEncoding(content) : wanted;
  const text = new TextDecoder(encoding).decode(content);
  if (BINARY.test(text)) {
    throw new InvalidInputError('CSV_NOT_TEXT', `The file is no text in ${encoding}: save the table as CSV`);
  }
  return { text, encoding };
}
