/**
 * Errors are shown one at a time, and the same text never stands in the queue twice: ten failed
 * calls with one cause are one message.
 */
export interface ErrorQueue {
  add: (text: string) => void;
  /** The shown error has left the screen. */
  next: () => void;
}

export function createErrorQueue(show: (text: string) => void): ErrorQueue {
  const texts: string[] = [];
  return {
    add(text) {
      if (texts.includes(text)) return;
      texts.push(text);
      if (texts.length === 1) show(text);
    },
    next() {
      texts.shift();
      const [following] = texts;
      if (following !== undefined) show(following);
    },
  };
}
