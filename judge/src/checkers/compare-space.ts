import type { CheckerAnswer } from '#checkers/checker.ts';
import { CHUNK_BYTES, type FileWindow, openWindow } from '#checkers/file-chunks.ts';
import { isSpace } from '#checkers/token-reader.ts';

/** Mark in place of a whole token. */
const TOKEN = 0;

/** Compares the white space of two files that have the same tokens, byte by byte, in constant memory. */
export async function compareSpace(
  files: { output: string; answer: string },
  chunkBytes = CHUNK_BYTES,
): Promise<CheckerAnswer> {
  using answer = readSpace(openWindow(files.answer, chunkBytes));
  using output = readSpace(openWindow(files.output, chunkBytes));
  for (;;) {
    const expected = answer.next() ?? (await answer.nextChunk());
    const found = output.next() ?? (await output.nextChunk());
    if (expected !== found) {
      return { verdict: 'wrongAnswer', comment: `white space differs at byte ${output.at} of the output` };
    }
    if (expected === null) return { verdict: 'accepted', comment: '' };
  }
}

/** Reads a file as its white space with a mark in place of each token. */
function readSpace(window: FileWindow) {
  let at = 0;
  let used = 0;
  let inToken = false;

  /** Returns undefined when more must be read first. */
  function next(): number | undefined {
    const { bytes } = window;
    while (used < bytes.length) {
      const byte = bytes[used] as number;
      used += 1;
      at += 1;
      const space = isSpace(byte);
      const begins = !space && !inToken;
      inToken = !space;
      if (space) return byte;
      if (begins) return TOKEN;
    }
    return undefined;
  }

  return {
    next,
    /** Returns null at the end of the file. */
    async nextChunk(): Promise<number | null> {
      for (;;) {
        window.take(used);
        used = 0;
        if (!(await window.fill())) return null;
        const found = next();
        if (found !== undefined) return found;
      }
    },
    /** Number of bytes read so far. */
    get at() {
      return at;
    },
    [Symbol.dispose]: () => window.close(),
  };
}
