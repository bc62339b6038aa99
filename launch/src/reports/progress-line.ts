import { forTerminal } from '#say.ts';

/** Line at the bottom of a terminal with the current step; without a terminal it prints nothing. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const EVERY_MS = 100;

/** Writes to standard error, so that it never mixes with results. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  let shownAtMs = 0;
  return {
    show(text) {
      const nowMs = performance.now();
      if (!stream.isTTY || nowMs - shownAtMs < EVERY_MS) return;
      shownAtMs = nowMs;
      // Names of files may have line breaks, too.
      const shown = forTerminal(text).replace(/\s/g, ' ');
      stream.write(`\r\x1b[K${shown.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    clear() {
      if (stream.isTTY && shownAtMs > 0) stream.write('\r\x1b[K');
    },
  };
}
