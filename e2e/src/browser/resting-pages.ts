import { Locale } from '@balloon/contracts/common.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { goInside, readTexts } from '#browser/browser.ts';
import {
  EMPTY_STORAGE,
  type KeptPage,
  lastingOf,
  parkPage,
  takeBack,
  takeKept,
} from '#browser/parked-pages.ts';

/** Screen of everybody on which nothing is under way, and its heading in each language. */
const RESTING_PLACE = {
  address: '/contacts',
  headings: Locale.options.map((locale) => readTexts(locale)('contacts.title')),
};
/** Time in ms within which a page arrives there; one that does not, such as one that asks before it leaves, is parked. */
const RESTS_WITHIN_MS = 10_000;

/** Pages that have stayed loaded after a test, with the session of their person: going on there costs a sixth of a load. */
const resting: (KeptPage & { token: string; all: BrowserContextOptions })[] = [];

/** Takes a page that has stayed loaded with a session, if there is one, and gives it the options. */
export function takeRestingPage(
  url: string,
  token: string,
  options: BrowserContextOptions,
): Promise<Page | undefined> {
  const wanted = lastingOf(options);
  const isWanted = (one: (typeof resting)[number]) =>
    one.url === url && one.token === token && one.options === wanted;
  return takeKept(resting, isWanted, options);
}

/**
 * Keeps a page loaded for the next test of its person: away from the screen of the test, without its dialogs, notices and
 * storage. What the page has read stays in its memory. One that cannot be brought there is parked.
 */
export async function restPage(
  url: string,
  token: string,
  page: Page,
  options: BrowserContextOptions,
): Promise<void> {
  if (page.isClosed()) return;
  await takeBack(page);
  if (!(await leaveScreen(page, url, token))) return parkPage(url, page, options);
  resting.push({ url, options: lastingOf(options), page, token, all: options });
}

/** Parks resting pages of a site: all of them, or the newest with these options. */
export async function parkResting(url: string, options?: BrowserContextOptions): Promise<void> {
  const wanted = options && lastingOf(options);
  const found = resting.filter((one) => one.url === url && (!wanted || one.options === wanted));
  for (const one of wanted ? found.slice(-1) : found) {
    resting.splice(resting.indexOf(one), 1);
    await parkPage(url, one.page, one.all);
  }
}

/** Leads a page to the resting place. Resolves to whether it is there, with the session that it had. */
async function leaveScreen(page: Page, url: string, token: string): Promise<boolean> {
  const cookies = await page.context().cookies(url);
  if (!cookies.some(({ value }) => value === token)) return false;
  try {
    await goInside(page, RESTING_PLACE.address);
    await page.waitForFunction(IS_AT_REST, RESTING_PLACE.headings, { polling: 50, timeout: RESTS_WITHIN_MS });
    await page.evaluate(EMPTY_STORAGE);
    return true;
  } catch {
    return false;
  }
}

/** Whether the page shows the resting place and nothing above it. Closes notices, which would stay for seconds. */
const IS_AT_REST = (headings: readonly string[]) => {
  const notices = document.querySelectorAll('.mantine-Notification-root');
  for (const notice of notices) notice.querySelector('button')?.click();
  const isThere = headings.includes(document.querySelector('main h1')?.textContent ?? '');
  return isThere && notices.length === 0 && document.querySelector('[role=dialog]') === null;
};
