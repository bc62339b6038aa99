/**
 * Shows errors one at a time, and never queues the same text twice: ten failed calls with one cause are one
 * message.
 */
export interface ErrorQueue {
  add: (text: string) => void;
  /** Removes the shown error and shows the next. */
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
