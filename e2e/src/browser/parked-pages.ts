import type { BrowserContextOptions, Page } from 'playwright-core';

/** Small file of every site, which runs nothing. */
const PARKING_PLACE = '/robots.txt';

/** Page whose test is over, with what a test asks for that takes it. */
export interface KeptPage {
  url: string;
  /** Options with which its profile was made. */
  options: string;
  page: Page;
}

/**
 * Pages whose test is over, emptied for the next test or story of the worker. A page that is opened anew in a fresh profile
 * compiles all scripts again, which costs twice as much of the processor as a load in a page that has been at the site.
 */
const parked: KeptPage[] = [];

/** Options with which a profile is made; the others are given to a page that is there. */
export const lastingOf = ({ viewport, colorScheme, reducedMotion, ...lasting }: BrowserContextOptions) =>
  JSON.stringify(lasting);

/** Takes a page that was at the site and gives it the options; without session, storage and address. */
export async function takeParkedPage(url: string, options: BrowserContextOptions): Promise<Page | undefined> {
  const wanted = lastingOf(options);
  return takeKept(parked, (one) => one.url === url && one.options === wanted, options);
}

/** Takes the newest open page of a list that is wanted and gives it the options. */
export async function takeKept<Kept extends KeptPage>(
  list: Kept[],
  isWanted: (one: Kept) => boolean,
  options: BrowserContextOptions,
): Promise<Page | undefined> {
  const index = list.findLastIndex((one) => isWanted(one) && !one.page.isClosed());
  const page = list.splice(index, index < 0 ? 0 : 1)[0]?.page;
  const { colorScheme = null, reducedMotion = null, viewport } = options;
  await page?.emulateMedia({ media: null, colorScheme, reducedMotion });
  if (viewport) await page?.setViewportSize(viewport);
  return page;
}

export const isParked = (page: Page): boolean => parked.some((one) => one.page === page);

/** Empties a page and keeps it; one to which a test has given more than is taken away here is closed. */
export async function parkPage(url: string, page: Page, options: BrowserContextOptions): Promise<void> {
  const context = page.context();
  if (page.isClosed()) return;
  if (options.serviceWorkers === 'allow') return context.close();
  await takeBack(page);
  const isThere = await page.goto(url + PARKING_PLACE).then(
    () => true,
    () => false, // the story has stopped its site
  );
  if (!isThere) return context.close();
  await Promise.all([context.clearCookies(), context.clearPermissions(), page.evaluate(EMPTY_STORAGE)]);
  parked.push({ url, options: lastingOf(options), page });
}

/** Takes back what a test has given a page besides its session, storage and address. */
export async function takeBack(page: Page): Promise<void> {
  const context = page.context();
  // A window that the test opened beside it would be found by the next one; without it nothing of the test is left.
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
}

export const EMPTY_STORAGE = () => {
  localStorage.clear();
  sessionStorage.clear();
};
