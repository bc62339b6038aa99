/** Longest wait in ms for a moment without work. */
const WITHIN_MS = 1_000;

/** What a person reads first and is still on its way, such as what draws formulas. */
const awaited = new Set<Promise<unknown>>();

/** Resolves when the browser has nothing to draw, so that what follows does not delay the screen. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such moment: a timer lets at least the present work end.
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: WITHIN_MS });
    else setTimeout(resolve);
  });
}

/** Lets what waits by `whenQuiet` wait for this, too: on a slow line the two would share its width. */
export function comesFirst(loading: Promise<unknown>): void {
  awaited.add(loading);
  const forget = () => void awaited.delete(loading);
  loading.then(forget, forget);
}

/** Resolves when the browser is idle and everything that comes first is there, or has failed. */
export async function whenQuiet(): Promise<void> {
  await whenIdle();
  while (awaited.size > 0) {
    await Promise.allSettled(awaited);
    await whenIdle();
  }
}
