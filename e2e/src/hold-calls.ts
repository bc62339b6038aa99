import type { Page } from 'playwright-core';

/**
 * Holds calls of a page back before they reach the server.
 *
 * @param address part of the address, as a pattern
 * @returns a function that lets these calls, and all further ones, go
 */
export async function holdCalls(page: Page, address: RegExp): Promise<() => void> {
  const going = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await going.promise;
    await route.continue();
  });
  return () => going.resolve();
}
