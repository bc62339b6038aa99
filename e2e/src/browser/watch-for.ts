import type { Page } from 'playwright-core';

/**
 * Begins to watch for words that a page shows for seconds only. Those count that come after the call, also when they are gone
 * again before a busy machine looks.
 *
 * @returns resolves when they have come
 */
export async function watchFor(page: Page, words: string): Promise<() => Promise<unknown>> {
  const watch = await page.evaluateHandle((wanted) => {
    const own = { isSeen: false };
    const observer = new MutationObserver((changes) => {
      const shown = changes.flatMap(({ type, target, addedNodes }) =>
        type === 'characterData' ? [target] : [...addedNodes],
      );
      if (!shown.some(({ textContent }) => textContent?.includes(wanted))) return;
      own.isSeen = true;
      observer.disconnect();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    return own;
  }, words);
  return () => page.waitForFunction(({ isSeen }) => isSeen, watch);
}
