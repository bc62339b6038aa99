/** Encodings in which spreadsheets save tables. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

/** Byte order marks at the beginning of a file. */
const MARKS: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Number of bytes that are searched for zeros, which UTF-16 has beside each Latin letter and separator. */
const HEAD = 2000;
/**
 * Guesses the encoding of a file: that of its mark, UTF-8 when the bytes are that, else Windows-1251, in which every byte is a
 * letter.
 */
export function guessEncoding(content: Uint8Array): Encoding {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => content[index] === byte));
  if (marked) return marked[0];
  const head = content.subarray(0, HEAD);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd > head.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  return isUtf8(content) ? 'utf-8' : 'windows-1251';
}

function isUtf8(content: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}
