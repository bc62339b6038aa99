import { readFileSync } from 'node:fs';
import { COMPILER_TEXT_KB } from '#run/limits.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told of colours with it
const ESCAPE_SEQUENCE = /\x1b\[[0-9;?]*[A-Za-z]/g;
/** Control characters without tab and line feed; a carriage return is half of a line end. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** Makes a program's output fit to be shown: valid UTF-8, no control characters, cut to `maxKb`. */
export function cleanText(bytes: Uint8Array, maxKb = COMPILER_TEXT_KB): string {
  const cut = bytes.subarray(0, maxKb * 1024);
  const text = new TextDecoder('utf-8').decode(cut).replaceAll(ESCAPE_SEQUENCE, '').replaceAll(CONTROL, '');
  return bytes.length > cut.length ? `${text}\n…` : text;
}

/** Reads files that may not exist, one after another: compilers write their complaints to different ones. */
export function readCleanText(paths: readonly string[], maxKb = COMPILER_TEXT_KB): string {
  return cleanText(Buffer.concat(paths.map(readIfPresent)), maxKb).trim();
}

function readIfPresent(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
