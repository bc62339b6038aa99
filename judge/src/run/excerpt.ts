import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Excerpt } from '@balloon/contracts/judging/judge.ts';

/** Whether a byte of UTF-8 continues a character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Length in bytes of the longest character. */
const CHARACTER_BYTES = 4;

/**
 * Reads the beginning of a file as text, at most `maxBytes` of it and never half a character, with its whole size.
 */
export function excerptOf(path: string, maxBytes: number): Excerpt {
  // A further byte shows whether the last character goes on.
  const { bytes, size } = readBeginning(path, maxBytes + 1);
  return { text: textOf(bytes.subarray(0, wholeCharacters(bytes, maxBytes))), bytes: size };
}

/** Reads the beginning of a file, at most `maxBytes` of it. */
export const beginningOf = (path: string, maxBytes: number): Buffer => readBeginning(path, maxBytes).bytes;

/** The beginning of a file with the size of the whole. */
export function readBeginning(path: string, maxBytes: number): { bytes: Buffer; size: number } {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const memory = Buffer.alloc(Math.min(size, maxBytes));
    const read = readSync(fd, memory, 0, memory.length, 0);
    return { bytes: memory.subarray(0, read), size };
  } finally {
    closeSync(fd);
  }
}

/** Length to cut at: no character is split, unless the bytes are not UTF-8 anyway. */
function wholeCharacters(bytes: Buffer, max: number): number {
  if (bytes.length <= max) return bytes.length;
  for (let end = max; end > max - CHARACTER_BYTES && end > 0; end -= 1)
    if (!isContinuation(bytes[end])) return end;
  return max;
}

function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\0', '\ufffd');
}
