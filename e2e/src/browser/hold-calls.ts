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
  const end = await answerCalls(page, address, async (route) => {
    const response = await route.fetch();
    await coming.promise;
    await route.fulfill({ response });
  });
  return () => {
    coming.resolve();
    return end();
  };
}

/** Lets the live connection of a page begin only after something. Call before the page is loaded. */
export async function connectAfter(page: Page, event: Promise<void>): Promise<void> {
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await event;
    socket.connectToServer();
  });
}

/**
 * Changes the answers that a page gets from an address.
 *
 * @param address part of the address, as a pattern
 * @param change makes the body of an answer from that of the server
 * @returns a function that leaves further answers as they are, and ends when no changed one is on its way
 */
export const changeAnswers = (
  page: Page,
  address: RegExp,
  change: (body: Record<string, unknown>) => object,
): Promise<() => Promise<void>> =>
  answerCalls(page, address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

async function answerCalls(
  page: Page,
  address: RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const underWay: Promise<void>[] = [];
  let isOver = false;
  // Taken off the page, it would lose a call that comes at this very moment: further ones pass it instead.
  await page.route(address, (route) => {
    const done = (isOver ? route.continue() : answer(route)).catch(() => {}); // the page has given the call up
    if (!isOver) underWay.push(done);
    return done;
  });
  return async () => {
    isOver = true;
    await Promise.all(underWay);
  };
}
