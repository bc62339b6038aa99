/** Longest wait in ms for a moment without work. */
const WITHIN_MS = 1_000;

/** Resolves when the browser has nothing to draw, so that what follows does not delay the screen. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such moment: a timer lets at least the present work end.
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: WITHIN_MS });
    else setTimeout(resolve);
  });
}
