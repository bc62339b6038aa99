import type { Page, Route } from 'playwright-core';

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

/**
 * Holds back the answers that a page gets from an address: the server has done what was asked.
 *
 * @param address part of the address, as a pattern
 * @returns a function that lets these answers come, and ends when the page has them
 */
export async function holdAnswers(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const coming = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  let isOver = false;
  const handOn = async (route: Route) => {
    const response = await route.fetch();
    await coming.promise;
    await route.fulfill({ response });
  };
  // Taken off the page, it would lose a call that comes at this very moment: further ones pass it instead.
  await page.route(address, (route) => {
    const answer = (isOver ? route.continue() : handOn(route)).catch(() => {}); // the page has given the call up
    if (!isOver) held.push(answer);
    return answer;
  });
  return async () => {
    isOver = true;
    coming.resolve();
    await Promise.all(held);
  };
}
